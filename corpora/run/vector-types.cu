// Vector types: their sizes and alignment, loads as a whole, components, in structs and shared memory.
// run: wave-any
#include "check.h"

struct alignas(16) Particle {
    float3 place;
    float mass;
    uchar4 colour;
    short2 cell;
    double2 extra;
};

static_assert(sizeof(float3) == 12 && sizeof(float4) == 16 && alignof(float4) == 16 && alignof(double2) == 16, "as in CUDA");
static_assert(sizeof(uchar4) == 4 && sizeof(short2) == 4 && sizeof(longlong2) == 16 && alignof(int2) == 8, "as in CUDA");

__global__ void change(Particle *p, const float4 *in, uint4 *out) {
    __shared__ float4 s[32];
    const int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads();
    const float4 v = s[31 - i];
    Particle q = p[i];
    q.place.x += v.x, q.place.y += v.y, q.place.z += v.z, q.mass *= v.w;
    q.colour = make_uchar4(q.colour.w, q.colour.z, q.colour.y, q.colour.x + 1);
    q.cell.y = q.cell.x, q.extra.y = q.extra.x / 2;
    p[i] = q;
    out[i] = make_uint4(__float_as_uint(v.x), i, q.colour.w, static_cast<unsigned>(q.extra.y));
}

int main() {
    Verdict verdict("vector-types");
    std::vector<Particle> p(32);
    std::vector<float4> in(32);
    for (int i = 0; i < 32; i++) {
        p[i].place = make_float3(i, 2 * i, 3 * i), p[i].mass = 2, p[i].colour = make_uchar4(1, 2, 3, i);
        p[i].cell = make_short2(-i, 0), p[i].extra = make_double2(8 * i, 0);
        in[i] = make_float4(0.5f, 1, i, 4);
    }
    Array<Particle> dp(p);
    Array<float4> din(in);
    Array<uint4> out(32);
    change<<<1, 32>>>(dp.p, din.p, out.p);
    std::vector<double> got, want;
    for (const auto &q : dp.host())
        got.insert(got.end(), {q.place.x, q.place.y, q.place.z, q.mass, double(q.colour.x), double(q.colour.w), double(q.cell.y), q.extra.y});
    for (int i = 0; i < 32; i++) want.insert(want.end(), {i + 0.5, 2.0 * i + 1, 3.0 * i + 31 - i, 8, double(i), 2, double(-i), 4.0 * i});
    verdict.same("particles", got, want);
    got.clear(), want.clear();
    for (const auto &v : out.host()) got.insert(got.end(), {double(v.x), double(v.y), double(v.z), double(v.w)});
    for (int i = 0; i < 32; i++) want.insert(want.end(), {double(0x3f000000), double(i), 2, 4.0 * i});
    verdict.same("words", got, want);
    return verdict.end();
}
