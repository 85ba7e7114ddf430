#include <cuda_runtime.h>

bool misaligned(cudaError_t status) {
    if (status == cudaErrorMisalignedAddress) // fires
        return true;
    return status == cudaErrorIllegalAddress;
}
