#include <cuda_runtime.h>

namespace other {
struct Api {
    static int cudaGetDevice(int *device) { return *device = 1; }
};
}
int go(int *device) { return other::Api::cudaGetDevice(device) + cudaGetDevice(device); }
