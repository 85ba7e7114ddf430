#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

// A comment.
int wait() {
    return cudaDeviceSynchronize();
}
