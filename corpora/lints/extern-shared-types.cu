// compile: gfx90a
__global__ void floats(float *out) {
    extern __shared__ float buffer[];
    buffer[threadIdx.x] = 1;
    out[threadIdx.x] = buffer[0];
}

__global__ void same_type(float *out) {
    extern __shared__ float buffer[];
    out[threadIdx.x] = buffer[0];
}

__global__ void ints(int *out) {
    extern __shared__ int buffer[]; // fires
    buffer[threadIdx.x] = 1;
    out[threadIdx.x] = buffer[0];
}

__global__ void other_name(double *out) {
    extern __shared__ double wide[];
    out[threadIdx.x] = wide[0];
}
