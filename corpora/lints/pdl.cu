// compile: gfx90a
__global__ void second(float *data) {
    cudaGridDependencySynchronize(); // fires
    data[threadIdx.x] += 1;
}

__global__ void guarded(float *data) {
#ifndef __HIP_PLATFORM_AMD__
    cudaGridDependencySynchronize();
#endif
    data[threadIdx.x] += 1;
}
