// port-options: --launch macro
#include <cuda_runtime.h>

template <class F> __global__ void apply(F f, int *p) { f(p); }
int blocks(int n, int m) { return (n + m - 1) / m; }
void go(int *p, int n) {
    apply<<<blocks(n, 64), 64>>>([=] __device__(int *q) { q[0] = n, q[1] = n; }, p);
}
