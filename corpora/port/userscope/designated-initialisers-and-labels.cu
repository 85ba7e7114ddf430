// known-wrong: a label is renamed, though everywhere
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
