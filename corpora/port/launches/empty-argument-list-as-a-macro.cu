// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k() {}
void go(cudaStream_t stream) {
    k<<<1, 1>>>();
    k<<<1, 1, 0, stream>>>( );
    k<<<1, 1>>>(/* nothing */);
}
