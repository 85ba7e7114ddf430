// compile: gfx90a
#include <hip/hip_runtime.h>

struct Parameters {
    int values[4];
};

__global__ void step(const __grid_constant__ Parameters p, int *out) { // fires
    out[0] = p.values[0];
}

__global__ void plain(const Parameters p, int *out) { out[0] = p.values[0]; }
