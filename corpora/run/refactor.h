// What the programs about cuSOLVER's refactorisation share: matrices by rows, and the statement that a solution is right.
#pragma once

#include "check.h"

#include <cusolverRf.h>

// Each call is told before it is made, so that the last one is known where a library ends the process.
#define SOLVER(call)                                                                                                 \
    do {                                                                                                             \
        std::fprintf(stderr, "line %d: %.48s\n", __LINE__, #call);                                                   \
        LIBRARY(call, CUSOLVER_STATUS_SUCCESS);                                                                      \
    } while (0)

using Values = std::vector<double>;
using Numbers = std::vector<int>;

constexpr int n = 15, shift = 4;

// Rows that count from zero.
struct Rows {
    Numbers starts{0}, others;
    Values values;

    template <typename Has, typename Of> Rows(Has has, Of of) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                if (has(i, j)) others.push_back(j), values.push_back(of(i, j));
            starts.push_back(static_cast<int>(others.size()));
        }
    }
    int count() const { return static_cast<int>(others.size()); }
};

// The elements that exchanged columns bring to the diagonal are large.
inline double element(int i, int j, int seed) { return (i + shift) % n == j ? 20 + seed + i : (7 * i + 3 * j + seed) % 9 - 4.5; }
inline bool has(int i, int j) { return (i + shift) % n == j || (5 * i + 3 * j) % 4 == 0; }

inline Rows matrix(int seed) {
    return Rows(has, [&](int i, int j) { return element(i, j, seed); });
}

// All places of a factor below the diagonal or above it, with the diagonal or without; their values are those of a factorisation that
// is not asked for.
inline Rows places(bool lower, bool diagonal) {
    return Rows([=](int i, int j) { return i == j ? diagonal : lower == (j < i); }, [](int i, int j) { return i == j ? 1.0 : 0.1; });
}

// Rows in their order, and columns from the large elements on.
inline Numbers rotated(int by) {
    Numbers made(n);
    for (int i = 0; i < n; i++) made[i] = (i + by) % n;
    return made;
}

inline void solved(Verdict &verdict, const char *what, const Values &x, const Values &b, int seed) {
    Values product(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) product[i] += has(i, j) ? element(i, j, seed) * x[j] : 0;
    verdict.same(what, product, b, 1e-12);
}
