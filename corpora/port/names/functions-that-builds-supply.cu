// HIP lacks them, and `hipify-rs build` and `hipify-rs cc` bring them: a note, not an error.
// compile: no, the functions come with our builds
#include <cuda_runtime.h>

__global__ void k(const int *in, int *out, unsigned *packed) {
    __stcs(&out[0], __dp4a(in[0], in[1], in[2]));
    packed[0] = __vadd4(packed[1], packed[2]);
    atomicAdd_block(&out[1], 1);
    packed[3] = umin(packed[1], 7);
}
