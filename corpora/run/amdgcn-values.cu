// run: wave-any
// targets: cpu (no single GPU has all of these builtins)
// nvcc: none, the builtins are those of AMD's GPUs
// AMDGCN's builtins on a thread's own values, and those that say where it stands, wait and order memory, against their definitions in
// AMD's instruction sets and LLVM's AMDGPUUsage.
#include "check.h"

#include <algorithm>
#include <cfloat>
#include <cstring>

typedef short short2v __attribute__((ext_vector_type(2)));
typedef unsigned short ushort2v __attribute__((ext_vector_type(2)));
typedef _Float16 half2v __attribute__((ext_vector_type(2)));

template <typename To, typename From> __host__ __device__ To as(From from) {
    static_assert(sizeof(To) == sizeof(From), "");
    To to;
    memcpy(&to, &from, sizeof(To));
    return to;
}

constexpr int words = 30;

#define DOTS(clamp)                                                                          \
    put((unsigned)__builtin_amdgcn_sdot4((int)x, (int)y, (int)z, clamp));                   \
    put(__builtin_amdgcn_udot4(x, y, z | 0xffff0000, clamp));                               \
    put((unsigned)__builtin_amdgcn_sdot8((int)x, (int)y, (int)z, clamp));                   \
    put(__builtin_amdgcn_udot8(x, y, z | 0xffffff00, clamp));                               \
    put((unsigned)__builtin_amdgcn_sdot2(as<short2v>(x), as<short2v>(y), (int)z, clamp));   \
    put(__builtin_amdgcn_udot2(as<ushort2v>(x), as<ushort2v>(y), z, clamp));

__global__ void integers(const unsigned *a, const unsigned *b, const unsigned *c, unsigned long *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned x = a[i], y = b[i], z = c[i];
    unsigned long *o = out + (size_t)i * words, wide = (unsigned long)x << 32 | y;
    auto put = [&](unsigned long value) { *o++ = value; };
    put(__builtin_amdgcn_ubfe(x, y, z));
    put((unsigned)__builtin_amdgcn_sbfe((int)x, y, z));
    put(__builtin_amdgcn_perm(x, y, z & 0x0f0f0f0f));
    put(__builtin_amdgcn_alignbit(x, y, z));
    put(__builtin_amdgcn_alignbyte(x, y, z));
    put(__builtin_amdgcn_lerp(x, y, z));
    put(__builtin_amdgcn_sad_u8(x, y, z));
    put(__builtin_amdgcn_sad_hi_u8(x, y, z));
    put(__builtin_amdgcn_sad_u16(x, y, z));
    put(__builtin_amdgcn_msad_u8(x, y & 0xff00ffff, z));
    put(__builtin_amdgcn_qsad_pk_u16_u8(wide, z, wide * 3));
    put(__builtin_amdgcn_mqsad_pk_u16_u8(wide, z & 0xffff00ff, wide * 5));
    DOTS(false)
    DOTS(true)
    put((unsigned)__builtin_amdgcn_sudot4(true, (int)x, false, (int)y, (int)z, true));
    put((unsigned)__builtin_amdgcn_sudot8(false, (int)x, true, (int)y, (int)z, false));
    put(as<unsigned>(__builtin_amdgcn_cvt_pk_i16((int)x >> (z & 31), (int)y >> 8)));
    put(as<unsigned>(__builtin_amdgcn_cvt_pk_u16(x >> (z & 31), y >> 8)));
}

// A field of a word as a number.
long field(unsigned word, int i, int bits, bool is_signed) {
    long value = word >> i * bits & ((1ul << bits) - 1);
    return is_signed && value >> (bits - 1) ? value - (1l << bits) : value;
}
unsigned long dot(unsigned a, bool a_signed, unsigned b, bool b_signed, int bits, long sum, bool clamp) {
    for (int i = 0; i < 32 / bits; ++i) sum += field(a, i, bits, a_signed) * field(b, i, bits, b_signed);
    bool is_signed = a_signed || b_signed;
    if (clamp) sum = is_signed ? std::clamp(sum, -(1l << 31), (1l << 31) - 1) : std::min(sum, (1l << 32) - 1);
    return (unsigned)sum;
}
unsigned long sad(unsigned a, unsigned b, int bits, bool masked) {
    unsigned long sum = 0;
    for (int i = 0; i < 32 / bits; ++i) {
        if (!masked || field(b, i, bits, false) != 0) sum += std::labs(field(a, i, bits, false) - field(b, i, bits, false));
    }
    return sum;
}
unsigned long quad(unsigned long a, unsigned b, unsigned long sums, bool masked) {
    unsigned short results[4];
    for (int i = 0; i < 4; ++i) results[i] = (unsigned short)(sad((unsigned)(a >> 8 * i), b, 8, masked) + (sums >> 16 * i));
    unsigned long all;
    memcpy(&all, results, 8);
    return all;
}
unsigned perm(unsigned x, unsigned y, unsigned selectors) {
    unsigned char bytes[8], out[4];
    memcpy(bytes, &y, 4);
    memcpy(bytes + 4, &x, 4);
    for (int i = 0; i < 4; ++i) {
        int s = selectors >> 8 * i & 0xff;
        out[i] = s < 8 ? bytes[s] : s < 12 ? (bytes[2 * (s - 8) + 1] & 0x80 ? 0xff : 0) : s == 12 ? 0 : 0xff;
    }
    unsigned result;
    memcpy(&result, out, 4);
    return result;
}
template <typename T> unsigned halves(long low, long high) {
    auto near = [](long value) { return (T)std::clamp(value, (long)std::numeric_limits<T>::min(), (long)std::numeric_limits<T>::max()); };
    T both[2] = {near(low), near(high)};
    unsigned all;
    memcpy(&all, both, 4);
    return all;
}
unsigned average(unsigned x, unsigned y, unsigned z) {
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= (unsigned)((field(x, i, 8, false) + field(y, i, 8, false) + field(z, 8 * i, 1, false)) / 2) << 8 * i;
    return result;
}

void wanted_integers(unsigned x, unsigned y, unsigned z, std::vector<unsigned long> &want) {
    unsigned offset = y % 32, width = z % 32;
    unsigned long wide = (unsigned long)x << 32 | y;
    unsigned long bits = (x >> offset) % (1ul << width);
    unsigned shifted = (unsigned)((int)x >> offset);
    long sbits = width == 0 ? 0 : field(shifted % (1ul << width), 0, (int)width, true);
    for (unsigned long value : {bits, (unsigned long)(unsigned)sbits, (unsigned long)perm(x, y, z & 0x0f0f0f0f), (unsigned long)(unsigned)(wide >> z % 32),
             (unsigned long)(unsigned)(wide >> z % 4 * 8), (unsigned long)average(x, y, z), (unsigned long)(unsigned)(sad(x, y, 8, false) + z),
             (unsigned long)(unsigned)((sad(x, y, 8, false) << 16) + z), (unsigned long)(unsigned)(sad(x, y, 16, false) + z),
             (unsigned long)(unsigned)(sad(x, y & 0xff00ffff, 8, true) + z), quad(wide, z, wide * 3, false), quad(wide, z & 0xffff00ff, wide * 5, true)})
        want.push_back(value);
    for (bool clamp : {false, true}) {
        want.push_back(dot(x, true, y, true, 8, (int)z, clamp));
        want.push_back(dot(x, false, y, false, 8, z | 0xffff0000, clamp));
        want.push_back(dot(x, true, y, true, 4, (int)z, clamp));
        want.push_back(dot(x, false, y, false, 4, z | 0xffffff00, clamp));
        want.push_back(dot(x, true, y, true, 16, (int)z, clamp));
        want.push_back(dot(x, false, y, false, 16, z, clamp));
    }
    want.push_back(dot(x, true, y, false, 8, (int)z, true));
    want.push_back(dot(x, false, y, true, 4, (int)z, false));
    want.push_back(halves<short>((int)x >> z % 32, (int)y >> 8));
    want.push_back(halves<unsigned short>(x >> z % 32, y >> 8));
    want.resize((want.size() + words - 1) / words * words);
}

// Both are compared as floating point numbers, which hold 32 bits.
std::vector<unsigned> in_words(const std::vector<unsigned long> &values) {
    std::vector<unsigned> halves;
    for (unsigned long value : values) halves.insert(halves.end(), {(unsigned)value, (unsigned)(value >> 32)});
    return halves;
}

void check_integers(Verdict &verdict) {
    const int count = 4096;
    auto a = random_words(count, 1), b = random_words(count, 2), c = random_words(count, 3);
    // Edges: a dot product that overflows either way, selectors and widths at their ends.
    a[0] = 0x7f7f7f7f, b[0] = 0x7f7f7f7f, c[0] = 0x7fffffff;
    a[1] = 0x80808080, b[1] = 0x7f7f7f7f, c[1] = 0x80000000;
    a[2] = 0x80008000, b[2] = 0x80008000, c[2] = 0;
    a[3] = 0xffffffff, b[3] = 31, c[3] = 0;
    Array<unsigned> x(a), y(b), z(c);
    Array<unsigned long> out((size_t)count * words);
    integers<<<blocks(count, 256), 256>>>(x.p, y.p, z.p, out.p, count);
    std::vector<unsigned long> want;
    for (int i = 0; i < count; ++i) wanted_integers(a[i], b[i], c[i], want);
    verdict.same("integers", in_words(out.host()), in_words(want));
}

constexpr int columns = 48;

__global__ void numbers(const float *values, double *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = values[i];
    _Float16 h = (_Float16)x;
    double d = x, *o = out + (size_t)i * columns;
    auto put = [&](double value) { *o++ = value; };
    put(__builtin_amdgcn_rcp(d)), put(__builtin_amdgcn_rcpf(x)), put(__builtin_amdgcn_rcph(h));
    put(__builtin_amdgcn_sqrt(d)), put(__builtin_amdgcn_sqrtf(x)), put(__builtin_amdgcn_sqrth(h));
    put(__builtin_amdgcn_rsq(d)), put(__builtin_amdgcn_rsqf(x)), put(__builtin_amdgcn_rsqh(h));
    put(__builtin_amdgcn_rsq_clamp(d)), put(__builtin_amdgcn_rsq_clampf(x));
    put(__builtin_amdgcn_ldexp(d, 3)), put(__builtin_amdgcn_ldexpf(x, -3)), put(__builtin_amdgcn_ldexph(h, 2));
    put(__builtin_amdgcn_frexp_mant(d)), put(__builtin_amdgcn_frexp_mantf(x)), put(__builtin_amdgcn_frexp_manth(h));
    put(__builtin_amdgcn_frexp_exp(d)), put(__builtin_amdgcn_frexp_expf(x)), put(__builtin_amdgcn_frexp_exph(h));
    put(__builtin_amdgcn_fract(d)), put(__builtin_amdgcn_fractf(x)), put(__builtin_amdgcn_fracth(h));
    put(__builtin_amdgcn_exp2f(x)), put(__builtin_amdgcn_logf(x)), put(__builtin_amdgcn_log_clampf(x));
    put(__builtin_amdgcn_sinf(x / 64)), put(__builtin_amdgcn_cosf(x / 64)), put(__builtin_amdgcn_sinh(h)), put(__builtin_amdgcn_cosh(h));
    int classes[3] = {};
    for (int bit = 0; bit < 10; ++bit) {
        classes[0] |= __builtin_amdgcn_class(d, 1 << bit) << bit;
        classes[1] |= __builtin_amdgcn_classf(x, 1 << bit) << bit;
        classes[2] |= __builtin_amdgcn_classh(h, 1 << bit) << bit;
    }
    put(classes[0]), put(classes[1]), put(classes[2]);
    put(__builtin_amdgcn_fmed3f(x, -x, 1.5f)), put(__builtin_amdgcn_fmed3f(2.5f, x, -7));
    put(__builtin_amdgcn_fmed3h(h, (_Float16)3, (_Float16)-4));
    auto rtz = __builtin_amdgcn_cvt_pkrtz(x, x / 3);
    put((float)rtz.x), put((float)rtz.y);
    auto signed_norm = __builtin_amdgcn_cvt_pknorm_i16(x, x / 16);
    auto unsigned_norm = __builtin_amdgcn_cvt_pknorm_u16(x, x / 16);
    put(signed_norm.x), put(signed_norm.y), put(unsigned_norm.x), put(unsigned_norm.y);
    half2v pair = {h, (_Float16)2};
    put(__builtin_amdgcn_fdot2(pair, pair, x, false)), put(__builtin_amdgcn_fdot2(pair, pair, -x, true));
    put(__builtin_amdgcn_fdot2_f16_f16(pair, pair, h));
}

// The class of a value, as a bit of the mask.
int class_of(double v, bool subnormal) {
    if (std::isnan(v)) return 2;
    int kind = std::isinf(v) ? 0 : v == 0 ? 3 : subnormal ? 2 : 1;
    return std::signbit(v) ? 4 << kind : 0x200 >> kind;
}
// A half, rounded toward zero.
double toward_zero(float v) {
    _Float16 near = (_Float16)v;
    if (std::isinf((float)near) && !std::isinf(v)) return std::copysign(65504.0, v);
    if (std::fabs((float)near) > std::fabs(v)) near = as<_Float16>((unsigned short)(as<unsigned short>(near) - 1));
    return near;
}
double med(double a, double b, double c) {
    if (std::isnan(a) || std::isnan(b) || std::isnan(c)) return std::fmin(std::fmin(a, b), c);
    double all[] = {a, b, c};
    std::sort(all, all + 3);
    return all[1];
}
double unit(double v, double least) { return std::isnan(v) ? 0 : std::clamp(v, least, 1.0); }
template <typename T> double limited(double v, double largest) { return std::isinf((T)v) ? std::copysign(largest, v) : (T)v; }
template <typename T> double part(double v, double below) { return std::isinf(v) ? 0 : std::fmin(v - std::floor(v), below); }
double turns(double (*function)(double), double v) { return function(2 * M_PI * v); }
int exponent_of(double v) { return v == 0 || !std::isfinite(v) ? 0 : std::ilogb(v) + 1; }
double mantissa_of(double v) { return std::isfinite(v) ? std::ldexp(v, -exponent_of(v)) : v; }

void wanted_numbers(float x, std::vector<double> &want) {
    _Float16 h = (_Float16)x;
    double d = x, e = (double)h;
    auto f = [](double v) { return (double)(float)v; };
    auto s = [](double v) { return (double)(_Float16)v; };
    const double all[] = {1 / d, f(1 / d), s(1 / e), std::sqrt(d), f(std::sqrt(d)), s(std::sqrt(e)), 1 / std::sqrt(d), f(1 / std::sqrt(d)),
        s(1 / std::sqrt(e)), limited<double>(1 / std::sqrt(d), DBL_MAX), limited<float>(1 / std::sqrt(d), FLT_MAX), d * 8, f(d / 8), s(e * 4),
        mantissa_of(d), mantissa_of(d), mantissa_of(e), (double)exponent_of(d), (double)exponent_of(d), (double)exponent_of(e),
        part<double>(d, 1 - 0x1p-53), f(part<float>(d, 1 - 0x1p-24)), s(part<_Float16>(e, 1 - 0x1p-11)),
        f(std::exp2(d)), f(std::log2(d)), limited<float>(std::log2(d), FLT_MAX), turns(std::sin, f(d / 64)), turns(std::cos, f(d / 64)),
        s(turns(std::sin, e)), s(turns(std::cos, e)), (double)class_of(d, false), (double)class_of(d, std::fabs(x) < FLT_MIN && x != 0),
        (double)class_of(e, std::fabs(e) < 0x1p-14), med(d, -d, 1.5), med(2.5, d, -7), s(med(e, 3, -4)), toward_zero(x), toward_zero(x / 3),
        std::nearbyint(unit(d, -1) * 32767), std::nearbyint(unit(f(d / 16), -1) * 32767), std::nearbyint(unit(d, 0) * 65535),
        std::nearbyint(unit(f(d / 16), 0) * 65535), f(e * e + 4 + d), unit(e * e + 4 - d, 0), s(e * e + 4 + e)};
    want.insert(want.end(), std::begin(all), std::end(all));
    want.resize((want.size() + columns - 1) / columns * columns);
}

void check_numbers(Verdict &verdict) {
    std::vector<float> values = random_reals<float>(2000, 7);
    for (size_t i = 0; i < values.size(); ++i) values[i] = (values[i] - 0.4f) * (float)(1 << i % 12);
    for (float edge : {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-40f, -1e-40f, 1e-6f, 65504.0f, 65519.0f, 70000.0f, -0x1p-30f, 0.99999994f}) values.push_back(edge);
    const int count = (int)values.size();
    Array<float> in(values);
    Array<double> out((size_t)count * columns);
    numbers<<<blocks(count, 128), 128>>>(in.p, out.p, count);
    std::vector<double> want, got = out.host();
    for (float value : values) wanted_numbers(value, want);
    // NaNs differ from themselves: both sides say them in the same way.
    for (auto *side : {&got, &want}) {
        for (double &value : *side) {
            if (std::isnan(value)) value = 12345;
            if (std::isinf(value)) value = std::copysign(1e300, value);
        }
    }
    // A unit in the last place of a half, where functions are involved; of a float where these are floats.
    verdict.same("numbers", got, want, 1e-3);
    for (size_t i = 0; i < want.size(); ++i) {
        size_t column = i % columns;
        bool is_exact = column < 23 || (column >= 30 && column < 42);
        if (is_exact && got[i] != want[i]) {
            std::printf("column %zu of %.9g is %.17g, not %.17g\n", column, values[i / columns], got[i], want[i]);
            verdict.wrong++;
        }
    }
}

__global__ void places(unsigned *out, unsigned *flags) {
    __shared__ unsigned shared[64];
    unsigned x = __builtin_amdgcn_workitem_id_x(), y = __builtin_amdgcn_workitem_id_y(), z = __builtin_amdgcn_workitem_id_z();
    unsigned sx = __builtin_amdgcn_workgroup_size_x(), sy = __builtin_amdgcn_workgroup_size_y(), sz = __builtin_amdgcn_workgroup_size_z();
    unsigned thread = (z * sy + y) * sx + x;
    unsigned block = (__builtin_amdgcn_workgroup_id_z() * 3 + __builtin_amdgcn_workgroup_id_y()) * 2 + __builtin_amdgcn_workgroup_id_x();
    unsigned long before = __builtin_amdgcn_s_memtime(), real = __builtin_amdgcn_s_memrealtime();
    shared[thread] = thread * 3 + block;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_waitcnt(0);
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
    unsigned other = shared[sx * sy * sz - 1 - thread];
    __builtin_amdgcn_s_barrier_signal(-1);
    __builtin_amdgcn_s_barrier_wait(-1);
    shared[thread] = thread;
    __builtin_amdgcn_wave_barrier();
    unsigned near = shared[thread ^ 1];
    __builtin_amdgcn_s_setprio(1);
    __builtin_amdgcn_s_sleep(2);
    __builtin_amdgcn_s_sleep_var(2);
    __builtin_amdgcn_sched_barrier(0);
    __builtin_amdgcn_sched_group_barrier(0, 0, 0);
    __builtin_amdgcn_iglp_opt(0);
    __builtin_amdgcn_s_incperflevel(1);
    __builtin_amdgcn_s_decperflevel(1);
    __builtin_amdgcn_s_dcache_inv();
    __builtin_amdgcn_s_dcache_inv_vol();
    __builtin_amdgcn_s_dcache_wb();
    __builtin_amdgcn_buffer_wbinvl1();
    __builtin_amdgcn_buffer_wbinvl1_vol();
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
    bool times = __builtin_amdgcn_s_memtime() >= before && __builtin_amdgcn_s_memrealtime() >= real && before != 0;
    bool sizes = __builtin_amdgcn_grid_size_x() == 2 * sx && __builtin_amdgcn_grid_size_y() == 3 * sy && __builtin_amdgcn_grid_size_z() == 4 * sz;
    out[block * 64 + thread] = other;
    flags[block * 64 + thread] = near | (unsigned)times << 8 | (unsigned)sizes << 9;
}

void check_places(Verdict &verdict) {
    Array<unsigned> out(24 * 64), flags(24 * 64);
    places<<<dim3(2, 3, 4), dim3(8, 4, 2)>>>(out.p, flags.p);
    std::vector<unsigned> want, want_flags;
    for (unsigned block = 0; block < 24; ++block) {
        for (unsigned thread = 0; thread < 64; ++thread) {
            want.push_back((63 - thread) * 3 + block);
            want_flags.push_back((thread ^ 1) | 0x300);
        }
    }
    verdict.same("across the block", out.host(), want);
    verdict.same("places and times", flags.host(), want_flags);
}

int main() {
    Verdict verdict("amdgcn-values");
    check_integers(verdict);
    check_numbers(verdict);
    check_places(verdict);
    return verdict.end();
}
