#include <cuda_runtime.h>

const char *what = "what??/";
int wait() { return cudaDeviceSynchronize(); }
