// compile: no, the names are the old CUDA ones and HIP's own thread functions are gone
#include <cuda_runtime.h>

void finish() {
    cudaThreadSynchronize();
    cudaThreadExit();
}
