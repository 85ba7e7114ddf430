// Particles with the operators that CUDA's vector types lack.
// run: no
#include "support.h"

inline __host__ __device__ float4 operator+(float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __host__ __device__ float4 operator*(float4 a, float s) {
    return make_float4(a.x * s, a.y * s, a.z * s, a.w * s);
}
inline __host__ __device__ void operator+=(float4 &a, float4 b) { // hazard: HIP2032
    a = a + b;
}
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void step(float4 *position, const float4 *velocity, float dt, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) position[i] += velocity[i] * dt;
}

__global__ void energy(const float4 *velocity, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float3 v = make_float3(velocity[i].x, velocity[i].y, velocity[i].z);
    out[i] = 0.5f * dot(v, v);
}

int main() {
    const int n = 300;
    float4 *position = managed<float4>(n), *velocity = managed<float4>(n);
    float *out = managed<float>(n);
    for (int i = 0; i < n; i++) {
        position[i] = make_float4(i, 0, 0, 1);
        velocity[i] = make_float4(2, i % 4, 0, 0);
    }
    step<<<2, 256>>>(position, velocity, 0.5f, n);
    energy<<<2, 256>>>(velocity, out, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && position[i].x == i + 1 && out[i] == 0.5f * (4 + (i % 4) * (i % 4));
    return report("vector-operators", right);
}
