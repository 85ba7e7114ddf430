// compile: gfx90a
inline __host__ __device__ void operator+=(float4 &a, float4 b) { // fires
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}

__device__ float3 &operator*=(float3 &a, const float3 &b) { a.x *= b.x; return a; } // fires

__device__ void operator*=(float3 &a, float b) { a.x *= b; }

__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

struct Mine {
    float x;
};

__device__ void operator+=(Mine &a, Mine b) { a.x += b.x; }

#ifndef __HIP_PLATFORM_AMD__
__device__ void operator-=(float4 &a, float4 b) { a.x -= b.x; }
#endif

__global__ void uses(float4 *v, float3 *w) {
    v[0] += v[1];
    w[0] *= w[1];
    w[0] *= 2.0f;
    v[1] = v[0] + v[2];
}
