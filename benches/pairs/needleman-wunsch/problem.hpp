// Scores of the best global alignments of all beginnings of two sequences, by Needleman and Wunsch's recurrence.
#pragma once
#include "../pair.hpp"

constexpr int LETTERS = 24, GAP = 10;

struct Problem {
    int length;
    std::vector<int> letters; // of the sequence down the rows
    std::vector<int> profile; // what a letter is worth at a column: a row for each letter, a column for each of the sequence across

    explicit Problem(bool small) : length(small ? 256 : 6144), letters(length), profile(size_t(LETTERS) * length) {
        for (int i = 0; i < length; i++) letters[i] = chance(i, LETTERS);
        for (int j = 0; j < length; j++) {
            const int other = chance(j + length, LETTERS);
            for (int letter = 0; letter < LETTERS; letter++) {
                const int low = std::min(letter, other), high = std::max(letter, other);
                profile[size_t(letter) * length + j] = letter == other ? 8 : chance(low * LETTERS + high, 9) - 5;
            }
        }
    }

    // A table of (length + 1) * (length + 1) scores with its first row and column set.
    std::vector<int> table() const {
        const size_t width = length + 1;
        std::vector<int> scores(width * width);
        for (int i = 0; i <= length; i++) scores[i] = scores[i * width] = -i * GAP;
        return scores;
    }
};
