// Radix sort, four bits a pass: counts by block, a scan of the counts, and a stable scatter with ranks from shared memory.
// run: wave-any
#include "check.h"

#include <algorithm>

constexpr int size = 128, bits = 4, digits = 1 << bits;

__global__ void count(const unsigned *in, unsigned *counts, int shift, int n) {
    __shared__ unsigned s[digits];
    if (threadIdx.x < digits) s[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * size + threadIdx.x;
    if (i < n) atomicAdd(&s[in[i] >> shift & (digits - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < digits) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

__global__ void scan_by_one_block(unsigned *v, int n) {
    __shared__ unsigned s[size], carry;
    if (threadIdx.x == 0) carry = 0;
    for (int base = 0; base < n; base += size) {
        const int i = base + threadIdx.x;
        const unsigned mine = i < n ? v[i] : 0;
        s[threadIdx.x] = mine;
        __syncthreads();
        for (int d = 1; d < size; d *= 2) {
            const unsigned left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += left;
            __syncthreads();
        }
        if (i < n) v[i] = carry + s[threadIdx.x] - mine;
        __syncthreads();
        if (threadIdx.x == size - 1) carry += s[size - 1];
        __syncthreads();
    }
}

__global__ void scatter(const unsigned *in, unsigned *out, const unsigned *starts, int shift, int n) {
    __shared__ unsigned char s[size];
    const int i = blockIdx.x * size + threadIdx.x;
    const unsigned key = i < n ? in[i] : 0;
    const unsigned char digit = i < n ? key >> shift & (digits - 1) : digits;
    s[threadIdx.x] = digit;
    __syncthreads();
    unsigned rank = 0;
    for (int t = 0; t < threadIdx.x; t++) rank += s[t] == digit;
    if (i < n) out[starts[digit * gridDim.x + blockIdx.x] + rank] = key;
}

int main() {
    Verdict verdict("radix-sort");
    const int n = 10007, grid = blocks(n, size);
    auto host = random_words(n);
    Array<unsigned> a(host), b(n), counts(digits * grid);
    unsigned *from = a.p, *to = b.p;
    for (int shift = 0; shift < 32; shift += bits, std::swap(from, to)) {
        count<<<grid, size>>>(from, counts.p, shift, n);
        scan_by_one_block<<<1, size>>>(counts.p, digits * grid);
        scatter<<<grid, size>>>(from, to, counts.p, shift, n);
    }
    std::sort(host.begin(), host.end());
    verdict.same("sorted", a.host(), host);
    return verdict.end();
}
