// Bitonic sort: the steps over short distances in shared memory, the long ones by a launch each.
// run: wave-any
#include "check.h"

#include <algorithm>

constexpr int size = 256;

__device__ void order(unsigned &a, unsigned &b, bool up) {
    if ((a > b) == up) {
        const unsigned t = a;
        a = b;
        b = t;
    }
}

__global__ void far_step(unsigned *v, int length, int distance) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
    if (other > i) order(v[i], v[other], (i & length) == 0);
}

__global__ void near_steps(unsigned *v, int first, int last) {
    __shared__ unsigned s[size];
    const int t = threadIdx.x, i = blockIdx.x * size + t;
    s[t] = v[i];
    for (int length = first; length <= last; length *= 2) {
        for (int distance = min(length / 2, size / 2); distance > 0; distance /= 2) {
            __syncthreads();
            const int other = t ^ distance;
            if (other > t) order(s[t], s[other], (i & length) == 0);
        }
    }
    __syncthreads();
    v[i] = s[t];
}

int main() {
    Verdict verdict("bitonic-sort");
    const int n = 1 << 13;
    auto host = random_words(n);
    Array<unsigned> v(host);
    near_steps<<<n / size, size>>>(v.p, 2, size);
    for (int length = 2 * size; length <= n; length *= 2) {
        for (int distance = length / 2; distance >= size; distance /= 2) far_step<<<n / size, size>>>(v.p, length, distance);
        near_steps<<<n / size, size>>>(v.p, length, length);
    }
    std::sort(host.begin(), host.end());
    verdict.same("sorted", v.host(), host);
    return verdict.end();
}
