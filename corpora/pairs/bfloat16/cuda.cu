// needs: hip-6.0
// Dot products of rows of bfloat16 with a vector, summed in float.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void rows(const __nv_bfloat16 *matrix, const __nv_bfloat16 *vector, float *out, int columns) {
    const __nv_bfloat16 *row = matrix + blockIdx.x * columns;
    float sum = 0.0f;
    for (int i = 0; i < columns; i++) sum += __bfloat162float(row[i]) * __bfloat162float(vector[i]);
    out[blockIdx.x] = sum;
}
