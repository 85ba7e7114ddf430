// A macro and types of the file's own, spelt like CUDA's.
#include <cuda_runtime.h>

#ifndef CUDAAPI
#define CUDAAPI
#endif

typedef struct {
    int device;
} CUowner, *CUowner_t, CUowner_pair[2];

static int CUDAAPI first(CUowner_t owner) { return owner->device; }

int of(CUowner_pair pair) { return first(&pair[0]) + first(&pair[1]); }
