// compile: gfx90a needs hip-6.4 thrust/sort.h
#include <hip/hip_runtime.h>
#include <thrust/sort.h>
#include <thrust/system/hip/execution_policy.h>

void sort(int *keys, int n, hipStream_t s) {
    thrust::sort(thrust::cuda::par.on(s), keys, keys + n); // fires
    thrust::sort(thrust::hip::par.on(s), keys, keys + n);
}
