// Recursive device functions: quick sort by a thread, Ackermann's function and mutual recursion.
// run: wave-any
#include "check.h"

#include <algorithm>

__device__ void quick_sort(int *v, int low, int high) {
    if (low >= high) return;
    const int pivot = v[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i <= j) {
            const int t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    quick_sort(v, low, j);
    quick_sort(v, i, high);
}

__global__ void sort_rows(int *v, int length) {
    int *mine = v + (blockIdx.x * blockDim.x + threadIdx.x) * length;
    quick_sort(mine, 0, length - 1);
}

__device__ int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__device__ bool is_odd(unsigned n);
__device__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

__global__ void other_recursions(int *out) {
    if (threadIdx.x < 4) out[threadIdx.x] = ackermann(2, threadIdx.x);
    else out[threadIdx.x] = is_even(threadIdx.x) * 2 + is_odd(threadIdx.x);
}

int main() {
    Verdict verdict("recursion");
    const int rows = 128, length = 50;
    std::vector<int> v(rows * length);
    const auto words = random_words(v.size());
    for (size_t i = 0; i < v.size(); i++) v[i] = words[i] % 1000;
    Array<int> device(v), out(32);
    sort_rows<<<4, 32>>>(device.p, length);
    for (int row = 0; row < rows; row++) std::sort(v.begin() + row * length, v.begin() + (row + 1) * length);
    verdict.same("sorted rows", device.host(), v);
    other_recursions<<<1, 32>>>(out.p);
    std::vector<int> want{3, 5, 7, 9};
    for (int i = 4; i < 32; i++) want.push_back(i % 2 ? 1 : 2);
    verdict.same("others", out.host(), want);
    return verdict.end();
}
