#include <cuda_runtime.h>

const char *word(cudaError_t error) {
    switch (error) {
        case cudaSuccess: return "fine";
        case cudaErrorMemoryAllocation: return "out of memory";
        case cudaErrorInvalidValue: return "invalid value";
        case cudaErrorInvalidDevice: return "no such device";
        default: return cudaGetErrorString(error);
    }
}
