#include <cuda_runtime.h>

struct Flags {
    int cudaSuccess;
};
int go() {
    Flags flags{.cudaSuccess = 1};
    goto cudaError;
cudaError:
    return flags.cudaSuccess + cudaDeviceSynchronize();
}
