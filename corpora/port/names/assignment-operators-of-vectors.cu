// Operators of helper_math.h: HIP's vector types have those that assign a vector of their own type.
#include <cuda_runtime.h>

inline __host__ __device__ void operator+=(float3 &a, float3 b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
static __device__ __forceinline__ float4 &operator*=(float4 &a, const float4 &b) {
    a.x *= b.x;
    return a;
}
inline __host__ __device__ void operator*=(float3 &a, float b) { a.x *= b; }
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
template <typename T = int> __device__ void operator-=(float2 &a, float2 b) { a.x -= T(b.x); }

__global__ void sum(float3 *p, float4 *q) {
    p[0] += p[1];
    p[0] *= 2.0f;
    q[0] *= q[1];
    p[2] = p[0] + p[1];
}
