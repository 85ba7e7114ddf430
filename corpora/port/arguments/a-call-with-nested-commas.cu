#include <cuda_runtime.h>
#include <utility>

template <class A, class B> A *first(A *a, B) { return a; }

__constant__ int table[4];
void set(int *values) {
    cudaMemcpyToSymbol(table, first<int, std::pair<int, int>>(values, {1, 2}), sizeof(int) * (3, 4));
}
