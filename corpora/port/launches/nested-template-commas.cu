#include <cuda_runtime.h>
#include <utility>

template <class A, class B> __global__ void k(A *a, B b) { *a = A(b.first); }
void go(int *p) {
    k<int, std::pair<int, float>><<<1, 32>>>(p, std::pair<int, float>(1, 2.0f));
}
