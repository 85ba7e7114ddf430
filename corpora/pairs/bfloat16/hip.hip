// Dot products of rows of bfloat16 with a vector, summed in float.
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>

__global__ void rows(const __hip_bfloat16* matrix, const __hip_bfloat16* vector, float* result, int width)
{
    const __hip_bfloat16* line = matrix + blockIdx.x * width;
    float dot = 0.0f;
    for (int column = 0; column < width; column++) {
        dot += __bfloat162float(line[column]) * __bfloat162float(vector[column]);
    }
    result[blockIdx.x] = dot;
}
