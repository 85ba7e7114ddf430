// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB's runs of more than one element: where each starts, and how long it is. rocPRIM's algorithm reads starts from the shared memory
// that lanes ahead overwrite, and relies on lanes in lockstep; the one for the CPU alone does not.
#include "check.h"

#include <cub/cub.cuh>

int main() {
    Verdict verdict("cub-nontrivial-runs");
    constexpr int count = 30011;
    std::vector<int> values, starts, lengths;
    int length = 0;
    for (uint32_t word : random_words(count)) {
        if (length == 0) length = static_cast<int>(word % 6) + 1, starts.push_back(static_cast<int>(values.size())), lengths.push_back(length);
        values.push_back(static_cast<int>(starts.size()));
        length--;
    }
    lengths.back() -= length;
    std::vector<int> want_starts, want_lengths;
    for (size_t i = 0; i < starts.size(); i++) {
        if (lengths[i] > 1) want_starts.push_back(starts[i]), want_lengths.push_back(lengths[i]);
    }
    const Array<int> in(values);
    Array<int> offsets(count), sizes(count), runs(1);
    size_t bytes = 0;
    CHECK(cub::DeviceRunLengthEncode::NonTrivialRuns(nullptr, bytes, in.p, offsets.p, sizes.p, runs.p, count));
    Array<char> memory(bytes + 1);
    CHECK(cub::DeviceRunLengthEncode::NonTrivialRuns(memory.p, bytes, in.p, offsets.p, sizes.p, runs.p, count));
    CHECK(cudaDeviceSynchronize());
    verdict.same("runs", runs.host()[0], static_cast<int>(want_starts.size()));
    std::vector<int> got = offsets.host();
    got.resize(want_starts.size());
    verdict.same("starts", got, want_starts);
    got = sizes.host();
    got.resize(want_lengths.size());
    verdict.same("lengths", got, want_lengths);
    return verdict.end();
}
