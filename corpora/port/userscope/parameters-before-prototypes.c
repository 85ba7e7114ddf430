// compile: no, C as it was before prototypes is no C++
#include <cuda_runtime.h>

int sum(cudaFree, cudaCounts, dims) int cudaFree, dims;
int *cudaCounts;
{
    int i;
    for (i = 0; i < dims; i++) cudaFree += cudaCounts[i];
    return cudaFree;
}

int release(p) void *p;
{ return cudaFree(p); }
