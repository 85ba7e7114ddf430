// compile: no, it is not C++ before either
#include <cuda_runtime.h>
#include
#include <cuda_fp16.h
#if defined(
int wait() { return cudaDeviceSynchronize(); }
#
