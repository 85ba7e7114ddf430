// run: wave-any
// targets: cpu (AMD's own algorithm, which a build for GPUs too takes, fails: cub-nontrivial-runs)
// needs: hipcub
// CUB's runs of more than one element in a build for the CPU alone, some of them longer than what a block works through.
#include "check.h"

#include <algorithm>
#include <cub/cub.cuh>

int main() {
    Verdict verdict("cub-nontrivial-runs-cpu");
    for (const int count : {1, 30011, 300007}) {
        std::vector<int> values, want_starts, want_lengths;
        for (uint32_t word : random_words(count)) {
            if (static_cast<int>(values.size()) == count) break;
            // One is very long.
            const int left = count - static_cast<int>(values.size());
            const int length = std::min(left, want_starts.size() == 4000 ? 90000 : static_cast<int>(word / 8 % 4) + 1);
            if (length > 1) want_starts.push_back(static_cast<int>(values.size())), want_lengths.push_back(length);
            values.insert(values.end(), length, values.empty() ? 5 : values.back() + 1);
        }
        const Array<int> in(values);
        Array<int> offsets(count), sizes(count), runs(1);
        size_t bytes = 0;
        CHECK(cub::DeviceRunLengthEncode::NonTrivialRuns(nullptr, bytes, in.p, offsets.p, sizes.p, runs.p, count));
        Array<char> memory(bytes + 1);
        CHECK(cub::DeviceRunLengthEncode::NonTrivialRuns(memory.p, bytes, in.p, offsets.p, sizes.p, runs.p, count));
        verdict.same("runs", runs.host()[0], static_cast<int>(want_starts.size()));
        std::vector<int> got = offsets.host();
        got.resize(want_starts.size());
        verdict.same("starts", got, want_starts);
        got = sizes.host();
        got.resize(want_lengths.size());
        verdict.same("lengths", got, want_lengths);
    }
    return verdict.end();
}
