// compile: gfx90a
#include <cuda_runtime.h>

static float plain(float x) { return x * 2; }
static constexpr float folded(float x) { return x * 2; }
__host__ __device__ float both(float x) {
    return plain(x) // fires
           + folded(x);
}
__host__ __device__ float unused_there(float x) { return plain(x); }
__host__ float host_only(float x) { return plain(x); }
__global__ void kernel(float *p) { p[0] = both(p[0]); }
