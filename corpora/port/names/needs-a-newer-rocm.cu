// port-options: --rocm 5.2
// compile: needs hip-6.4
#include <cuda_runtime.h>

int run(cudaStream_t stream, int *value) {
    cudaLaunchHostFunc(stream, nullptr, nullptr);
    return cudaGraphDebugDotPrint(nullptr, "a.dot", 0);
}
