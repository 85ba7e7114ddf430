// compile: gfx90a
#include <cuda_runtime.h>

__global__ void count(const int *in, int *sum) {
    if (in[threadIdx.x] > 0) atomicAdd(sum, 1);
}

__global__ void fill(int *out) { out[threadIdx.x] = 0; }

__global__ void add(float *bins, const int *in) { bins[in[threadIdx.x]] += 1.0f; }

__global__ void set_then_count(int *sum) {
    if (threadIdx.x == 0) *sum = 0;
    __syncthreads();
    atomicAdd(sum, 1);
}

__global__ void read(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

void unset(const int *in) {
    int *sum;
    cudaMalloc(&sum, sizeof(int));
    count<<<1, 64>>>(in, sum); // fires
    float *bins;
    cudaMalloc((void **)&bins, 64 * sizeof(*bins));
    add<<<1, 64>>>(bins, in); // fires
}

void set(const int *in, int *from) {
    int *sum, *other, *copied, *own, *read_only;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    count<<<1, 64>>>(in, sum);
    cudaMalloc(&other, 64 * sizeof(int));
    fill<<<1, 64>>>(other);
    count<<<1, 64>>>(in, other);
    cudaMalloc(&copied, sizeof(int));
    cudaMemcpy(copied, from, sizeof(int), cudaMemcpyHostToDevice);
    count<<<1, 64>>>(in, copied);
    cudaMalloc(&own, sizeof(int));
    set_then_count<<<1, 64>>>(own);
    cudaMalloc(&read_only, 64 * sizeof(int));
    read<<<1, 64>>>(read_only, own);
}

void maybe(const int *in, int *sum, bool owns) {
    if (owns) cudaMalloc(&sum, sizeof(int));
    count<<<1, 64>>>(in, sum);
}
