#include <cuda_runtime.h>

void finish() {
    cudaThreadSynchronize();
    cudaThreadExit();
}
