// `ldmatrix`, `stmatrix`, `movmatrix` and `mma` by shuffles and scalar arithmetic, with the layouts of fragments that the PTX ISA
// gives. 32 lanes work together: of a wavefront of 64, each half by itself.
#ifndef HIPIFY_PTX_MATRIX
#define HIPIFY_PTX_MATRIX
// On the CPU lanes wait for each other at a shuffle: a loop over shuffles stays a loop.
#ifdef __HIPIFY_CPU__
#define HIPIFY_PTX_KEPT _Pragma("clang loop unroll(disable)")
#else
#define HIPIFY_PTX_KEPT
#endif
namespace hipify_ptx {

static inline __device__ int lane32() { return static_cast<int>(__lane_id() & 31); }

// 8x8 matrices of 16 bits; lane 8 * i + r has the address of row r of matrix i.
template <int Count, bool Transposed>
static inline __device__ void load_matrix(unsigned int *to, unsigned long long address) {
    const int group = lane32() / 4, member = lane32() % 4;
    for (int i = 0; i < Count; ++i) {
        if (Transposed) {
            const unsigned int low = __shfl(static_cast<unsigned int>(address), 8 * i + 2 * member, 32);
            const unsigned int high = __shfl(static_cast<unsigned int>(address), 8 * i + 2 * member + 1, 32);
            const unsigned int first = static_cast<const unsigned short *>(from_shared(low))[group];
            to[i] = first | static_cast<unsigned int>(static_cast<const unsigned short *>(from_shared(high))[group]) << 16;
        } else {
            const unsigned int row = __shfl(static_cast<unsigned int>(address), 8 * i + group, 32);
            to[i] = static_cast<const unsigned int *>(from_shared(row))[member];
        }
    }
}
template <int Count, bool Transposed>
static inline __device__ void store_matrix(unsigned long long address, const unsigned int *from) {
    const int group = lane32() / 4, member = lane32() % 4;
    for (int i = 0; i < Count; ++i) {
        if (Transposed) {
            const unsigned int low = __shfl(static_cast<unsigned int>(address), 8 * i + 2 * member, 32);
            const unsigned int high = __shfl(static_cast<unsigned int>(address), 8 * i + 2 * member + 1, 32);
            static_cast<unsigned short *>(from_shared(low))[group] = static_cast<unsigned short>(from[i]);
            static_cast<unsigned short *>(from_shared(high))[group] = static_cast<unsigned short>(from[i] >> 16);
        } else {
            const unsigned int row = __shfl(static_cast<unsigned int>(address), 8 * i + group, 32);
            static_cast<unsigned int *>(from_shared(row))[member] = from[i];
        }
    }
}
static inline __device__ unsigned int transposed_matrix(unsigned int value) {
    const int group = lane32() / 4, from = lane32() % 4 * 8 + group / 2, shift = group % 2 * 16;
    const unsigned int low = __shfl(value, from, 32) >> shift, high = __shfl(value, from + 4, 32) >> shift;
    return (low & 0xffff) | high << 16;
}

// What the registers of a fragment hold: how many numbers, and number `at` of one.
struct of_f16 {
    enum { count = 2 };
    static __device__ float get(unsigned int word, int at) { return from_half(static_cast<unsigned short>(word >> 16 * at)); }
};
struct of_bf16 {
    enum { count = 2 };
    static __device__ float get(unsigned int word, int at) { return from_bfloat(static_cast<unsigned short>(word >> 16 * at)); }
};
struct of_tf32 {
    enum { count = 1 };
    static __device__ float get(unsigned int word, int) { return __uint_as_float(word & 0xffffe000); }
};
struct of_f64 {
    enum { count = 1 };
    static __device__ double get(double value, int) { return value; }
};
struct of_s8 {
    enum { count = 4 };
    static __device__ int get(unsigned int word, int at) { return static_cast<signed char>(word >> 8 * at); }
};
struct of_u8 {
    enum { count = 4 };
    static __device__ int get(unsigned int word, int at) { return word >> 8 * at & 255; }
};
struct of_s4 {
    enum { count = 8 };
    static __device__ int get(unsigned int word, int at) { return static_cast<int>(word << (28 - 4 * at)) >> 28; }
};
struct of_u4 {
    enum { count = 8 };
    static __device__ int get(unsigned int word, int at) { return word >> 4 * at & 15; }
};
struct of_e5m2 {
    enum { count = 4 };
    static __device__ float get(unsigned int word, int at) { return from_half(static_cast<unsigned short>((word >> 8 * at & 255) << 8)); }
};
struct of_e4m3 {
    enum { count = 4 };
    static __device__ float get(unsigned int word, int at) {
        const unsigned int bits = word >> 8 * at & 255;
        if ((bits & 127) == 127) return __uint_as_float(0x7fffffff);
        return from_half(static_cast<unsigned short>((bits & 128) << 8 | (bits & 127) << 7)) * 256.0f;
    }
};

// Sums in registers: `float`, `double`, `int`, and two halves in one.
template <typename T>
static inline __device__ T sum_of(const T *registers, int at) { return registers[at]; }
static inline __device__ float sum_of(const unsigned int *registers, int at) { return of_f16::get(registers[at / 2], at % 2); }
template <typename T, typename Sum>
static inline __device__ void put_sum(T *registers, int at, Sum sum) { registers[at] = static_cast<T>(sum); }
static inline __device__ void put_sum(unsigned int *registers, int at, float sum) {
    const unsigned int bits = to_half(sum);
    registers[at / 2] = at % 2 == 0 ? bits : registers[at / 2] | bits << 16;
}
template <typename T> struct wide { typedef T type; };
template <> struct wide<int> { typedef long long type; };
template <> struct wide<unsigned int> { typedef float type; };
template <bool Saturated, typename T>
static inline __device__ T narrowed(T sum) { return sum; }
template <bool Saturated>
static inline __device__ int narrowed(long long sum) {
    if (Saturated) sum = sum > 0x7fffffff ? 0x7fffffff : sum < -0x7fffffff - 1ll ? -0x7fffffff - 1ll : sum;
    return static_cast<int>(sum);
}

// M x 8 += M x K times K x 8. Four lanes have a row of A, a column of B, and a row of the sums.
template <int M, int K, typename A, typename B, bool Saturated, typename Register, typename T>
static inline __device__ void multiply(T *d, const Register *a, const Register *b, const T *c) {
    const int group = lane32() / 4, member = lane32() % 4;
    typename wide<T>::type sum[M / 8][2];
    for (int h = 0; h < M / 8; ++h) {
        for (int j = 0; j < 2; ++j) sum[h][j] = sum_of(c, 2 * h + j);
    }
    for (int slab = 0; slab < K / (4 * A::count); ++slab) {
        HIPIFY_PTX_KEPT
        for (int q = 0; q < 4; ++q) {
            const Register columns[2] = {__shfl(b[slab], 8 * member + q, 32), __shfl(b[slab], 8 * member + 4 + q, 32)};
            for (int h = 0; h < M / 8; ++h) {
                const Register row = __shfl(a[slab * (M / 8) + h], 4 * group + q, 32);
                for (int i = 0; i < A::count; ++i) {
                    for (int j = 0; j < 2; ++j) sum[h][j] += A::get(row, i) * B::get(columns[j], i);
                }
            }
        }
    }
    for (int h = 0; h < M / 8; ++h) {
        for (int j = 0; j < 2; ++j) put_sum(d, 2 * h + j, narrowed<Saturated>(sum[h][j]));
    }
}

// m8n8k4 of halves: eight lanes, four of each half of the 32, have an 8 x 8 product of their own.
template <bool RowsOfA, bool ColumnsOfB, typename T>
static inline __device__ void multiply_by_eights(T *d, const unsigned int *a, const unsigned int *b, const T *c) {
    const int lane = lane32(), first = lane & 12, upper = lane & 16;
    const bool packed = __is_same(T, unsigned int);
    HIPIFY_PTX_KEPT
    for (int i = 0; i < 8; ++i) {
        const int row = packed ? lane % 4 + upper / 4 : (lane & 1) + (i & 2) + upper / 4;
        const int column = packed ? i : (i & 4) + (lane & 2) + (i & 1);
        float sum = sum_of(c, i);
        for (int k = 0; k < 4; ++k) {
            const int of_a = RowsOfA ? k : row % 4, of_b = ColumnsOfB ? k : column % 4;
            const int lane_a = first + (RowsOfA ? row % 4 : k) + row / 4 * 16;
            const int lane_b = first + (ColumnsOfB ? column % 4 : k) + column / 4 * 16;
            const unsigned int low_a = __shfl(a[0], lane_a, 32), high_a = __shfl(a[1], lane_a, 32);
            const unsigned int low_b = __shfl(b[0], lane_b, 32), high_b = __shfl(b[1], lane_b, 32);
            sum += of_f16::get(of_a < 2 ? low_a : high_a, of_a % 2) * of_f16::get(of_b < 2 ? low_b : high_b, of_b % 2);
        }
        put_sum(d, i, sum);
    }
}

}  // namespace hipify_ptx
#undef HIPIFY_PTX_KEPT
#endif
