// compile: needs thrust/system/hip/execution_policy.h
#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

void sort(thrust::device_ptr<int> keys, int n, cudaStream_t stream) {
    thrust::sort(thrust::cuda::par, keys, keys + n);
    thrust::sort(thrust::cuda::par.on(stream), keys, keys + n);
    thrust::sort(thrust::cuda::par_nosync.on(stream), keys, keys + n);
}
