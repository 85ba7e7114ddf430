#include <curand_kernel.h>

__global__ void seed(curandState *states) {
    curand_init(42, threadIdx.x, 0, &states[threadIdx.x]); // fires
}

void version(int *value) {
    curandGetProperty(0, value); // fires
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32);
}
