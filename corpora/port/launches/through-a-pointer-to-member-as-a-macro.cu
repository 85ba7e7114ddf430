// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void one(int *p) { *p = 1; }
struct Plan {
    void (*first)(int *) = one;
    void (*Plan::*chosen)(int *) = &Plan::first;
    void go(int *p) { (this->*chosen)<<<1, 1>>>(p); }
};
