// Numbers of errors that HIP does not have.
#include <cuda_runtime.h>

bool bad(cudaError_t status) {
    if (status == 77) // fires
        return true;
    if (29 != status && status == 700) // fires
        return false;
    switch (status) {
    case 0: return false;
    case 716: return true; // fires
    case cudaErrorLaunchFailure: return true;
    }
    switch (static_cast<int>(status)) {
    case 11: return true; // fires
    default: break;
    }
    int other = 77;
    return other == 77;
}

cudaError_t make();
