// PTX's matrix instructions: mma of halves, bfloat16, tf32, doubles and bytes, ldmatrix, stmatrix and movmatrix.
// run: wave-any
#include "check.h"

#include <cuda_fp16.h>

__device__ unsigned shared_address(const void *pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

// The upper half of a float is a bfloat16.
__device__ unsigned short bfloat(float x) { return static_cast<unsigned short>(__float_as_uint(x) >> 16); }
__device__ unsigned pair(unsigned low, unsigned high) { return low & 0xffff | high << 16; }

// A is 16 x 16 by rows, B 16 x 8 by columns: halves by ldmatrix, bfloat16 put together by hand. Each warp has a product of its own.
__global__ void halves(const half *a, const half *b, float *c, float *c_of_bfloat, half *c_of_half) {
    __shared__ half sa[4][16 * 16], sb[4][8 * 16];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, member = lane % 4;
    a += warp * 256, b += warp * 128, c += warp * 128, c_of_bfloat += warp * 128, c_of_half += warp * 128;
    for (int i = lane; i < 256; i += 32) sa[warp][i] = a[i];
    for (int i = lane; i < 128; i += 32) sb[warp][i] = b[i];
    __syncthreads();
    unsigned ra[4], rb[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                 : "r"(shared_address(&sa[warp][lane % 16 * 16 + lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];"
                 : "=r"(rb[0]), "=r"(rb[1])
                 : "r"(shared_address(&sb[warp][lane % 8 * 16 + lane / 8 % 2 * 8])));
    float rc[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(rc[0]), "+f"(rc[1]), "+f"(rc[2]), "+f"(rc[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    unsigned rh[2];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %8};"
                 : "=r"(rh[0]), "=r"(rh[1])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "r"(0));
    for (int i = 0; i < 4; i++) c[(group + i / 2 * 8) * 8 + member * 2 + i % 2] = rc[i];
    for (int i = 0; i < 2; i++) *reinterpret_cast<unsigned *>(&c_of_half[(group + i * 8) * 8 + member * 2]) = rh[i];

    for (int r = 0; r < 4; r++) {
        const half *from = &a[(group + r % 2 * 8) * 16 + member * 2 + r / 2 * 8];
        ra[r] = pair(bfloat(__half2float(from[0])), bfloat(__half2float(from[1])));
    }
    for (int r = 0; r < 2; r++) {
        const half *from = &b[group * 16 + member * 2 + r * 8];
        rb[r] = pair(bfloat(__half2float(from[0])), bfloat(__half2float(from[1])));
    }
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(rc[0]), "=f"(rc[1]), "=f"(rc[2]), "=f"(rc[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "f"(0.f), "f"(0.f), "f"(0.f), "f"(0.f));
    for (int i = 0; i < 4; i++) c_of_bfloat[(group + i / 2 * 8) * 8 + member * 2 + i % 2] = rc[i];
}

// m16n8k8 of tf32, m16n8k32 of signed and unsigned bytes, m8n8k4 of doubles.
__global__ void others(const float *a, const float *b, float *c, const signed char *ba, const unsigned char *bb, int *bc, double *dc) {
    const int lane = threadIdx.x % 32, group = lane / 4, member = lane % 4;
    unsigned ra[4], rb[2];
    for (int r = 0; r < 4; r++)
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(ra[r]) : "f"(a[(group + r % 2 * 8) * 8 + member + r / 2 * 4]));
    for (int r = 0; r < 2; r++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rb[r]) : "f"(b[group * 8 + member + r * 4]));
    float rc[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};\n"
                 : "=f"(rc[0]), "=f"(rc[1]), "=f"(rc[2]), "=f"(rc[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "f"(1.0f));
    for (int i = 0; i < 4; i++) c[(group + i / 2 * 8) * 8 + member * 2 + i % 2] = rc[i];

    for (int r = 0; r < 4; r++) ra[r] = *reinterpret_cast<const unsigned *>(&ba[(group + r % 2 * 8) * 32 + member * 4 + r / 2 * 16]);
    for (int r = 0; r < 2; r++) rb[r] = *reinterpret_cast<const unsigned *>(&bb[group * 32 + member * 4 + r * 16]);
    int ri[4] = {3, 3, 3, 3};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+r"(ri[0]), "+r"(ri[1]), "+r"(ri[2]), "+r"(ri[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 4; i++) bc[(group + i / 2 * 8) * 8 + member * 2 + i % 2] = ri[i];

    // The first 8 rows and 4 columns of A, and rows of B.
    double da = a[group * 8 + member], db = b[group * 8 + member], d0 = 0, d1 = 0;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d0), "+d"(d1) : "d"(da), "d"(db));
    dc[group * 8 + member * 2] = d0;
    dc[group * 8 + member * 2 + 1] = d1;
}

// Volta's product: four of 8 x 8 x 4 at once.
__global__ void by_eights(const half *a, const half *b, float *c) {
    const int lane = threadIdx.x % 32, quad = lane / 4 % 4, row = lane % 4 + lane / 16 * 4;
    const unsigned *ra = reinterpret_cast<const unsigned *>(a + (quad * 8 + row) * 4);
    const unsigned *rb = reinterpret_cast<const unsigned *>(b + (quad * 8 + row) * 4);
    float d[8] = {};
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%0,%1,%2,%3,%4,%5,%6,%7};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
        : "r"(ra[0]), "r"(ra[1]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 8; i++) {
        const int m = (lane & 1) + (i & 2) + lane / 16 * 4, n = (i & 4) + (lane & 2) + (i & 1);
        c[(quad * 8 + m) * 8 + n] = d[i];
    }
}

// An 8 x 8 matrix is transposed on its way in, on its way out, and in registers.
__global__ void transposed(const unsigned short *in, unsigned short *out) {
    __shared__ __align__(16) unsigned short tile[64], other[64];
    const int lane = threadIdx.x;
    for (int i = lane; i < 64; i += 32) tile[i] = in[i];
    __syncthreads();
    unsigned once, straight, moved;
    const unsigned address = shared_address(&tile[lane % 8 * 8]), to = shared_address(&other[lane % 8 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(once) : "r"(address));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {%0}, [%1];" : "=r"(straight) : "r"(address));
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(straight));
    reinterpret_cast<unsigned *>(out)[lane] = once;
    reinterpret_cast<unsigned *>(out)[32 + lane] = moved;
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(to), "r"(straight) : "memory");
    __syncthreads();
    for (int i = lane; i < 64; i += 32) out[128 + i] = other[i];
}

int main() {
    Verdict verdict("ptx-matrices");
    const int warps = 4;
    std::vector<half> a(warps * 256), b(warps * 128);
    std::vector<float> fa(a.size()), fb(b.size()), c(warps * 128, 0.5f), c_of_bfloat(warps * 128);
    for (size_t i = 0; i < a.size(); i++) a[i] = __float2half(fa[i] = static_cast<int>(i * 7 % 23) - 11);
    for (size_t i = 0; i < b.size(); i++) b[i] = __float2half(fb[i] = (static_cast<int>(i * 5 % 17) - 8) * 0.25f);
    for (int w = 0; w < warps; w++)
        for (int m = 0; m < 16; m++)
            for (int n = 0; n < 8; n++)
                for (int k = 0; k < 16; k++) {
                    const float product = fa[w * 256 + m * 16 + k] * fb[w * 128 + n * 16 + k];
                    c[w * 128 + m * 8 + n] += product;
                    c_of_bfloat[w * 128 + m * 8 + n] += product;
                }
    Array<half> da(a), db(b), dh(warps * 128);
    Array<float> dc(warps * 128), dbf(warps * 128);
    halves<<<1, 32 * warps>>>(da.p, db.p, dc.p, dbf.p, dh.p);
    verdict.same("halves", dc.host(), c);
    verdict.same("bfloat16", dbf.host(), c_of_bfloat);
    const std::vector<half> got = dh.host();
    std::vector<float> of_half(got.size());
    for (size_t i = 0; i < got.size(); i++) of_half[i] = __half2float(got[i]);
    verdict.same("sums of halves", of_half, c_of_bfloat);

    std::vector<signed char> ba(16 * 32);
    std::vector<unsigned char> bb(8 * 32);
    for (size_t i = 0; i < ba.size(); i++) ba[i] = static_cast<signed char>(i * 37 % 251 - 125);
    for (size_t i = 0; i < bb.size(); i++) bb[i] = static_cast<unsigned char>(i * 91 % 256);
    std::vector<int> bc(128, 3);
    std::vector<float> tc(128, 1.0f);
    std::vector<double> dd(64);
    for (int m = 0; m < 16; m++)
        for (int n = 0; n < 8; n++) {
            for (int k = 0; k < 32; k++) bc[m * 8 + n] += ba[m * 32 + k] * bb[n * 32 + k];
            for (int k = 0; k < 8; k++) tc[m * 8 + n] += fa[m * 8 + k] * fb[n * 8 + k];
            for (int k = 0; k < 4 && m < 8; k++) dd[m * 8 + n] += static_cast<double>(fa[m * 8 + k]) * fb[n * 8 + k];
        }
    Array<float> ta(fa), tb(fb), tout(128);
    Array<signed char> dba(ba);
    Array<unsigned char> dbb(bb);
    Array<int> dbc(128);
    Array<double> ddd(64);
    others<<<1, 32>>>(ta.p, tb.p, tout.p, dba.p, dbb.p, dbc.p, ddd.p);
    verdict.same("tf32", tout.host(), tc);
    verdict.same("bytes", dbc.host(), bc);
    verdict.same("doubles", ddd.host(), dd);

    std::vector<float> eights(256);
    for (int q = 0; q < 4; q++)
        for (int m = 0; m < 8; m++)
            for (int n = 0; n < 8; n++)
                for (int k = 0; k < 4; k++) eights[(q * 8 + m) * 8 + n] += fa[(q * 8 + m) * 4 + k] * fb[(q * 8 + n) * 4 + k];
    Array<float> de(256);
    by_eights<<<1, 32>>>(da.p, db.p, de.p);
    verdict.same("products of eights", de.host(), eights);

    std::vector<unsigned short> square(64), turned(192);
    for (int i = 0; i < 64; i++) square[i] = static_cast<unsigned short>(i * 1001);
    for (int i = 0; i < 192; i++) turned[i] = square[i % 8 * 8 + i / 8 % 8];
    Array<unsigned short> in(square), out(192);
    transposed<<<1, 32>>>(in.p, out.p);
    verdict.same("transposed", out.host(), turned);
    return verdict.end();
}
