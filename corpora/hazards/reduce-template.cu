// A reduction whose warp width is a template parameter that stands at 32.
// run: wave-32
#include "support.h"

template <typename T, int WarpSize = 32> // hazard: HIP1007
struct WarpReduce {
    static __device__ T sum(T v) {
        for (int i = WarpSize / 2; i > 0; i /= 2) v += __shfl_down_sync(-1, v, i); // hazard: HIP1001
        return v;
    }
};

__global__ void dot(const int *a, const int *b, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partial = i < n ? a[i] * b[i] : 0;
    partial = WarpReduce<int>::sum(partial);
    if (threadIdx.x % warpSize == 0) atomicAdd(result, partial);
}

int main() {
    const int n = 10000;
    std::vector<int> a(n), b(n);
    long want = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i % 17;
        b[i] = i % 5 - 2;
        want += a[i] * b[i];
    }
    int *da, *db, *dr, got;
    CUDA_CHECK(cudaMalloc(&da, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&db, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&dr, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(da, a.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(db, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dr, 0, sizeof(int)));
    dot<<<(n + 255) / 256, 256>>>(da, db, dr, n);
    CUDA_CHECK(cudaMemcpy(&got, dr, sizeof(int), cudaMemcpyDeviceToHost));
    return report("reduce-template", got == want);
}
