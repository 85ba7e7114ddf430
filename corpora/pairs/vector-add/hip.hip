// c = a + b, one element a thread.
#include <hip/hip_runtime.h>

__global__ void vector_add(const float* left, const float* right, float* sum, int count)
{
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) {
        return;
    }
    sum[index] = left[index] + right[index];
}
