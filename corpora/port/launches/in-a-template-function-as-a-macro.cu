// port-options: --launch macro
#include <cuda_runtime.h>

template <class T, int N> __global__ void fill(T *p, T value) { p[threadIdx.x % N] = value; }

template <class T> void go(T *p) {
    fill<T, 16><<<1, 16>>>(p, T(1));
}
template <template <class> class K, class T> void any(T *p) { K<T>::launch(p); }
void use(int *p) { go<int>(p); }
