// compile: gfx90a
// lint-options: --target gfx90a
__global__ void sums(float *bins, const float *weights, double *total, int *count) {
    atomicAdd(count, 1);
    atomicAdd(&bins[threadIdx.x & 7], weights[threadIdx.x]); // fires
    atomicAdd(total, 1.0);
}
