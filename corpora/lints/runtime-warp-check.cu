// compile: gfx90a
// Tests of the host.
#include <cuda_runtime.h>
#include <cstdlib>
#define EXPECTED 32

void check(const cudaDeviceProp &prop, const cudaDeviceProp *pointer) {
    if (prop.warpSize != 32) exit(1); // fires
    bool fits = pointer->warpSize == EXPECTED; // fires
    if (32 != prop.warpSize) abort(); // fires
    int lanes = prop.warpSize, half = prop.warpSize / 2;
    if (prop.warpSize < 32 || lanes != 32 || !fits || half == 32) exit(2);
}
