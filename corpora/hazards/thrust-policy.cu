// Sorts on a stream with Thrust's CUDA policy, in the CUDA system's namespace.
// run: no
// build: no, Thrust
#include "support.h"

#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h> // hazard: HIP4010

int main() {
    const int n = 10000;
    int *keys = managed<int>(n);
    uint32_t seed = 13;
    for (int i = 0; i < n; i++) keys[i] = (int)(next_random(seed) % 1000);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    thrust::sort(thrust::cuda::par.on(stream), keys, keys + n); // hazard: HIP4010
    CUDA_CHECK(cudaStreamSynchronize(stream));
    bool right = true;
    for (int i = 1; i < n; i++) right = right && keys[i - 1] <= keys[i];
    CUDA_CHECK(cudaStreamDestroy(stream));
    return report("thrust-policy", right);
}
