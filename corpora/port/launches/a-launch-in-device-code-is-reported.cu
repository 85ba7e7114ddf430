// compile: no, HIP has no launches in device code
#include <cuda_runtime.h>

__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
    if (threadIdx.x == 0) child<<<1, 1>>>(p);
}
