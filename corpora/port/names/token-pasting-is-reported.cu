// compile: no, the pasted names stay CUDA names
#include <cuda_runtime.h>

#define CALL(what) cuda##what()
#define NAME(what) #what

int wait() { return CALL(DeviceSynchronize); }
const char *name = NAME(cudaDeviceSynchronize);
