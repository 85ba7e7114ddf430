// compile: no, the names are declared nowhere
#include <cuda_runtime.h>

void run() {
    cudaFrobnicate();
    cublasFrobnicate();
    cudaDeviceSynchronize();
}
