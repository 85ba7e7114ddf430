// The host waits for a flag that a kernel sets in mapped memory after its data.
// run: no
#include "support.h"

__global__ void produce(int *data, volatile int *flag, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system(); // hazard: HIP2019
        *flag = 1;
    }
}

int main() {
    const int n = 300;
    int *data, *flag, *device_data, *device_flag;
    CUDA_CHECK(cudaHostAlloc(&data, n * sizeof(int), cudaHostAllocMapped));
    CUDA_CHECK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
    *flag = 0;
    CUDA_CHECK(cudaHostGetDevicePointer((void **)&device_data, data, 0));
    CUDA_CHECK(cudaHostGetDevicePointer((void **)&device_flag, flag, 0));
    produce<<<1, 64>>>(device_data, device_flag, n);
    while (*static_cast<volatile int *>(flag) == 0) {
    }
    bool right = true;
    for (int i = 0; i < n; i++) right = right && data[i] == i + 1;
    finish();
    return report("fence-flag", right);
}
