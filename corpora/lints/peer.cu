#include <cuda_runtime.h>

void join(void *a, void *b) {
    cudaDeviceEnablePeerAccess(1, 0); // fires
    cudaMemcpyPeer(a, 0, b, 1, 4);
    cudaMemcpy(a, b, 4, cudaMemcpyDefault);
}
