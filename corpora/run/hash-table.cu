// A hash table with open addressing: keys claim their slots with compare-and-swap, values are summed.
// run: wave-any
#include "check.h"

#include <map>

constexpr unsigned slots = 4096, empty = 0xffffffffu;

__device__ unsigned slot_of(unsigned key) { return key * 2654435761u >> 20; }

__global__ void insert(unsigned *keys, unsigned *values, const unsigned *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned slot = slot_of(in[i]);
        while (true) {
            const unsigned seen = atomicCAS(&keys[slot], empty, in[i]);
            if (seen == empty || seen == in[i]) break;
            slot = (slot + 1) % slots;
        }
        atomicAdd(&values[slot], 1u);
    }
}

__global__ void look_up(const unsigned *keys, const unsigned *values, const unsigned *asked, unsigned *found, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned slot = slot_of(asked[i]);
    while (keys[slot] != asked[i] && keys[slot] != empty) slot = (slot + 1) % slots;
    found[i] = keys[slot] == empty ? 0 : values[slot];
}

int main() {
    Verdict verdict("hash-table");
    const int n = 20000, distinct = 2500;
    auto in = random_words(n);
    std::map<unsigned, unsigned> counts;
    for (auto &key : in) counts[key = key % distinct * 7919]++;
    std::vector<unsigned> asked, want;
    for (unsigned k = 0; k < 2 * distinct; k++) {
        asked.push_back(k * 7919);
        want.push_back(counts.count(k * 7919) ? counts[k * 7919] : 0);
    }
    Array<unsigned> keys(std::vector<unsigned>(slots, empty)), values(slots), din(in), dasked(asked), found(asked.size());
    insert<<<20, 192>>>(keys.p, values.p, din.p, n);
    look_up<<<blocks(asked.size(), 256), 256>>>(keys.p, values.p, dasked.p, found.p, static_cast<int>(asked.size()));
    verdict.same("counts", found.host(), want);
    return verdict.end();
}
