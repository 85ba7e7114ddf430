// Gravity by tiles of positions in shared memory; rsqrtf, one launch bound.
// run: wave-any
#include "support.h"

#define TILE 128

__global__ void __launch_bounds__(TILE) forces(const float4 *bodies, float3 *out, int n) {
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0, 0, 0);
    for (int t = 0; t < n; t += TILE) {
        tile[threadIdx.x] = t + (int)threadIdx.x < n ? bodies[t + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 32
        for (int j = 0; j < TILE; j++) {
            const float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = tile[j].w * inv * inv * inv;
            a.x += dx * s, a.y += dy * s, a.z += dz * s;
        }
        __syncthreads();
    }
    if (i < n) out[i] = a;
}

int main() {
    const int n = 300;
    float4 *bodies = managed<float4>(n);
    float3 *out = managed<float3>(n);
    uint32_t seed = 2;
    for (int i = 0; i < n; i++) bodies[i] = make_float4(next_random(seed) % 100 / 10.0f, next_random(seed) % 100 / 10.0f, next_random(seed) % 100 / 10.0f, 1);
    forces<<<(n + TILE - 1) / TILE, TILE>>>(bodies, out, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i += 37) {
        double ax = 0;
        for (int j = 0; j < n; j++) {
            const double dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y, dz = bodies[j].z - bodies[i].z;
            const double r2 = dx * dx + dy * dy + dz * dz + 0.01;
            ax += dx / (r2 * sqrt(r2));
        }
        right = right && fabs(ax - out[i].x) < 1e-2 * (1 + fabs(ax));
    }
    return report("nbody", right);
}
