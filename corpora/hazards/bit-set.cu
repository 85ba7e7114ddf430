// Sets of integers as words of 32 bits: union, members, size.
// run: wave-any
#include "support.h"

struct BitSet {
    unsigned int *words;

    __device__ void insert(int i) { atomicOr(&words[i / 32], 1u << (i % 32)); }
    __device__ bool contains(int i) const { return words[i >> 5] >> (i & 31) & 1; }
};

__global__ void insert_all(BitSet set, const int *members, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) set.insert(members[i]);
}

__global__ void count(const unsigned int *words, int n, int *size) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) atomicAdd(size, __popc(words[tid]));
}

__global__ void test(BitSet set, const int *queries, int *answers, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) answers[tid] = set.contains(queries[tid]);
}

__global__ void lowest(const unsigned int *words, int n, int *first) {
    const int tid = threadIdx.x;
    if (tid < n && words[tid]) atomicMin(first, tid * 32 + __ffs(words[tid]) - 1);
}

int main() {
    const int range = 2000, words = (range + 31) / 32, n = 500;
    BitSet set = {managed<unsigned int>(words)};
    int *members = managed<int>(n), *size = managed<int>(1), *answers = managed<int>(range), *queries = managed<int>(range);
    int *first = managed<int>(1);
    std::vector<char> in(range);
    for (int i = 0; i < n; i++) in[members[i] = (i * i + 7) % range] = 1;
    for (int i = 0; i < range; i++) queries[i] = i;
    *first = 1 << 30;
    insert_all<<<4, 128>>>(set, members, n);
    count<<<1, 64>>>(set.words, words, size);
    test<<<(range + 127) / 128, 128>>>(set, queries, answers, range);
    lowest<<<1, 64>>>(set.words, words, first);
    finish();
    int want = 0, low = -1;
    bool right = true;
    for (int i = 0; i < range; i++) {
        want += in[i];
        if (in[i] && low < 0) low = i;
        right = right && answers[i] == in[i];
    }
    return report("bit-set", right && *size == want && *first == low);
}
