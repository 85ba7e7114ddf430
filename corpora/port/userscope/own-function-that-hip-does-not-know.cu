#include <cuda_runtime.h>

void cudaInitialise(int device) { cudaSetDevice(device); }
static inline int cudaCheckLast() { return cudaGetLastError(); }

void go() {
    cudaInitialise(0);
    cudaCheckLast();
}
