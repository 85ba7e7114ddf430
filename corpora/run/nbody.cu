// Gravity among bodies, positions staged through shared memory, three steps of leapfrog.
// run: wave-any
#include "check.h"

constexpr int size = 64;

__host__ __device__ inline float3 pull(float3 a, float4 me, float4 other) {
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
    const float s = other.w / (d2 * sqrtf(d2));
    a.x += dx * s;
    a.y += dy * s;
    a.z += dz * s;
    return a;
}

__host__ __device__ inline void move(float4 &p, float3 &v, float3 a, float dt) {
    v.x += a.x * dt, v.y += a.y * dt, v.z += a.z * dt;
    p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
}

__global__ void step(const float4 *from, float4 *to, float3 *speed, int n, float dt) {
    __shared__ float4 s[size];
    const int i = blockIdx.x * size + threadIdx.x;
    float4 me = i < n ? from[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += size) {
        s[threadIdx.x] = base + threadIdx.x < n ? from[base + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < size; k++) a = pull(a, me, s[k]);
        __syncthreads();
    }
    if (i < n) {
        move(me, speed[i], a, dt);
        to[i] = me;
    }
}

int main() {
    Verdict verdict("nbody");
    const int n = 300;
    const auto r = random_reals(4 * n);
    std::vector<float4> p(n);
    std::vector<float3> v(n, make_float3(0, 0, 0));
    for (int i = 0; i < n; i++) p[i] = make_float4(r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3] / n);
    Array<float4> a(p), b(n);
    Array<float3> speed(v);
    float4 *from = a.p, *to = b.p;
    for (int t = 0; t < 3; t++, std::swap(from, to)) {
        step<<<blocks(n, size), size>>>(from, to, speed.p, n, 0.01f);
        auto next = p;
        for (int i = 0; i < n; i++) {
            float3 pulled = make_float3(0, 0, 0);
            for (const auto &other : p) pulled = pull(pulled, p[i], other);
            move(next[i], v[i], pulled, 0.01f);
        }
        p = next;
    }
    const auto last = from == a.p ? a.host() : b.host();
    std::vector<float> got, want;
    for (int i = 0; i < n; i++) {
        got.insert(got.end(), {last[i].x, last[i].y, last[i].z, last[i].w});
        want.insert(want.end(), {p[i].x, p[i].y, p[i].z, p[i].w});
    }
    verdict.same("positions", got, want, 1e-5);
    return verdict.end();
}
