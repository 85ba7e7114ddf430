// Operators that a program defines for CUDA's vectors, which have none there: with a result of their own, or none.
// run: wave-any
#include "check.h"

__device__ float4 operator*(float4 a, float b) { return make_float4(a.x * b, a.y * b, a.z * b, a.w * b); }
__device__ void operator*=(float4 &a, float b) { a.x *= b, a.y *= b, a.z *= b, a.w *= b; }
__device__ void operator*=(float4 &a, float4 b) { a.x *= b.x, a.y *= b.y, a.z *= b.z, a.w *= b.w; }
__device__ void operator+=(float4 &a, float4 b) { a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w; }

__global__ void scale(float4 *values, int by) {
    float4 value = values[threadIdx.x] * by;
    value *= 2.0f;
    value += values[threadIdx.x] * 0.5f;
    value *= make_float4(1, 2, 3, 4);
    values[threadIdx.x] = value;
}

int main() {
    Verdict verdict("own-vector-operators");
    float4 *values;
    CHECK(cudaMallocManaged(&values, 32 * sizeof(float4)));
    for (int i = 0; i < 32; i++) values[i] = make_float4(i, i + 1, i + 2, i + 3);
    scale<<<1, 32>>>(values, 3);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++) {
        verdict.same("first", values[i].x, 6.5f * i);
        verdict.same("last", values[i].w, 26.0f * (i + 3));
    }
    CHECK(cudaFree(values));
    return verdict.end();
}
