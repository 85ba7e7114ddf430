// compile: no, the last names have no counterpart or arguments of their own
#include <cuda_runtime.h>

#define CUDA(what) cuda##what
#define ONLY_ELSEWHERE(what) cuda##what

// Not the prefix alone: this use is spelt out.
void wait() { CUDA(DeviceSynchronize)(); CUDA(ThreadSynchronize)(); }

__constant__ float table[4];
void fill(const float *from) { CUDA(MemcpyToSymbol)(table, from, sizeof table); }
void none() { CUDA(GraphKernelNodeSetParam)(); }
