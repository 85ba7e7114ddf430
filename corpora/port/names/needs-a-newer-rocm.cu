// port-options: --rocm 5.2
// compile: no, one name waits for ROCm 5.5
#include <cuda_runtime.h>

int run(cudaStream_t stream, int *value) {
    cudaLaunchHostFunc(stream, nullptr, nullptr);
    return cudaGraphDebugDotPrint(nullptr, "a.dot", 0);
}
