#include <cuda_runtime.h>

void connect(int a, int b, void *to, const void *from, size_t bytes) {
    int can = 0;
    cudaDeviceCanAccessPeer(&can, a, b);
    cudaSetDevice(a);
    if (can) cudaDeviceEnablePeerAccess(b, 0);
    cudaMemcpyPeer(to, a, from, b, bytes);
}
