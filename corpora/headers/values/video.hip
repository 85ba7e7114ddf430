// Arithmetic on the parts of words, against the same on arrays of bytes and halves.
#include "values.h"

template <typename Part>
struct Parts {
    static constexpr int count = 4 / sizeof(Part);
    Part part[count];
};

// `expected` of both parts, in a type that no part's result leaves.
template <typename Part, typename Expected>
__device__ unsigned int each(unsigned int a, unsigned int b, Expected expected) {
    Parts<Part> x = bits_as<Parts<Part>>(a), y = bits_as<Parts<Part>>(b), made;
    for (int i = 0; i < Parts<Part>::count; ++i) made.part[i] = static_cast<Part>(expected(long(x.part[i]), long(y.part[i])));
    return bits_as<unsigned int>(made);
}

__device__ long limit(long x, long least, long most) { return x < least ? least : x > most ? most : x; }
__device__ long distance(long x, long y) { return x < y ? y - x : x - y; }
// Half of an even number or, for odd ones, rounded away from zero.
__device__ long average(long sum) { return sum % 2 == 0 ? sum / 2 : sum < 0 ? (sum - 1) / 2 : (sum + 1) / 2; }

#define SAME(function, Part, expression) \
    checks.same(#function, function(a, b), each<Part>(a, b, [](long x, long y) -> long { (void)y; return expression; }), a);
#define SAME_OF_ONE(function, Part, expression) \
    checks.same(#function, function(a), each<Part>(a, a, [](long x, long y) -> long { (void)y; return expression; }), a);
#define COMPARISONS(count, Signed, Unsigned)                                                                       \
    SAME(__vcmpeq##count, Unsigned, x == y ? -1 : 0) SAME(__vcmpne##count, Unsigned, x != y ? -1 : 0)              \
    SAME(__vcmpges##count, Signed, x >= y ? -1 : 0) SAME(__vcmpgts##count, Signed, x > y ? -1 : 0)                 \
    SAME(__vcmples##count, Signed, x <= y ? -1 : 0) SAME(__vcmplts##count, Signed, x < y ? -1 : 0)                 \
    SAME(__vcmpgeu##count, Unsigned, x >= y ? -1 : 0) SAME(__vcmpgtu##count, Unsigned, x > y ? -1 : 0)             \
    SAME(__vcmpleu##count, Unsigned, x <= y ? -1 : 0) SAME(__vcmpltu##count, Unsigned, x < y ? -1 : 0)             \
    SAME(__vseteq##count, Unsigned, x == y) SAME(__vsetne##count, Unsigned, x != y)                                \
    SAME(__vsetges##count, Signed, x >= y) SAME(__vsetgts##count, Signed, x > y)                                   \
    SAME(__vsetles##count, Signed, x <= y) SAME(__vsetlts##count, Signed, x < y)                                   \
    SAME(__vsetgeu##count, Unsigned, x >= y) SAME(__vsetgtu##count, Unsigned, x > y)                               \
    SAME(__vsetleu##count, Unsigned, x <= y) SAME(__vsetltu##count, Unsigned, x < y)
#define ARITHMETIC(count, Signed, Unsigned, least, most, all)                                                      \
    SAME(__vadd##count, Unsigned, x + y) SAME(__vsub##count, Unsigned, x - y)                                      \
    SAME(__vaddss##count, Signed, limit(x + y, least, most)) SAME(__vaddus##count, Unsigned, limit(x + y, 0, all)) \
    SAME(__vsubss##count, Signed, limit(x - y, least, most)) SAME(__vsubus##count, Unsigned, limit(x - y, 0, all)) \
    SAME(__vavgu##count, Unsigned, average(x + y)) SAME(__vavgs##count, Signed, average(x + y))                    \
    SAME(__vhaddu##count, Unsigned, (x + y) / 2)                                                                   \
    SAME(__vmaxs##count, Signed, x < y ? y : x) SAME(__vmaxu##count, Unsigned, x < y ? y : x)                      \
    SAME(__vmins##count, Signed, x < y ? x : y) SAME(__vminu##count, Unsigned, x < y ? x : y)                      \
    SAME(__vabsdiffs##count, Signed, distance(x, y)) SAME(__vabsdiffu##count, Unsigned, distance(x, y))            \
    SAME_OF_ONE(__vabs##count, Signed, x < 0 ? -x : x) SAME_OF_ONE(__vneg##count, Signed, -x)                      \
    SAME_OF_ONE(__vabsss##count, Signed, limit(x < 0 ? -x : x, 0, most))                                           \
    SAME_OF_ONE(__vnegss##count, Signed, limit(-x, least, most))

template <typename Part>
__device__ unsigned int sum_of_distances(unsigned int a, unsigned int b) {
    Parts<Part> x = bits_as<Parts<Part>>(a), y = bits_as<Parts<Part>>(b);
    long sum = 0;
    for (int i = 0; i < Parts<Part>::count; ++i) sum += distance(x.part[i], y.part[i]);
    return static_cast<unsigned int>(sum);
}

__device__ void words(Checks &checks, unsigned int a, unsigned int b) {
    ARITHMETIC(2, short, unsigned short, -32768, 32767, 65535)
    ARITHMETIC(4, signed char, unsigned char, -128, 127, 255)
    COMPARISONS(2, short, unsigned short)
    COMPARISONS(4, signed char, unsigned char)
    checks.same("__vsads2", __vsads2(a, b), sum_of_distances<short>(a, b), a);
    checks.same("__vsadu2", __vsadu2(a, b), sum_of_distances<unsigned short>(a, b), a);
    checks.same("__vsads4", __vsads4(a, b), sum_of_distances<signed char>(a, b), a);
    checks.same("__vsadu4", __vsadu4(a, b), sum_of_distances<unsigned char>(a, b), a);
    checks.same("__viaddmax_s16x2", __viaddmax_s16x2(a, b, 5), __vmaxs2(__vadd2(a, b), 5), a);
    checks.same("__vimin3_u16x2", __vimin3_u16x2(a, b, 0x80008000), __vminu2(__vminu2(a, b), 0x80008000), a);
    checks.same("__vimax_s32_relu", __vimax_s32_relu(int(a), int(b)), max(max(int(a), int(b)), 0), a);
    checks.same("__dp4a", __dp4a(int(a), int(b), 7), [&] {
        Parts<signed char> x = bits_as<Parts<signed char>>(a), y = bits_as<Parts<signed char>>(b);
        return 7 + x.part[0] * y.part[0] + x.part[1] * y.part[1] + x.part[2] * y.part[2] + x.part[3] * y.part[3];
    }(), a);
}

__device__ void bits(Checks &checks) {
    checks.same("__byte_perm", __byte_perm(0x33221100, 0x77665544, 0x7250), 0x77225500u, 0);
    checks.same("__byte_perm", __byte_perm(0x80, 0, 0x8888), 0x80808080u, 0);
    checks.same("__funnelshift_l", __funnelshift_l(0x80000000, 1, 33), 3u, 0);
    checks.same("__funnelshift_lc", __funnelshift_lc(0x80000000, 1, 33), 0x80000000u, 0);
    checks.same("__funnelshift_r", __funnelshift_r(2, 1, 1), 0x80000001u, 0);
    checks.same("__funnelshift_rc", __funnelshift_rc(2, 1, 40), 1u, 0);
    checks.same("__fns", __fns(0xb0, 4, 2), 5, 0);
    checks.same("__fns", __fns(0xb0, 6, -1), 5, 0);
    checks.same("__fns", __fns(0xb0, 0, 9), -1, 0);
    checks.same("__brev", __brev(1), 0x80000000u, 0);
    checks.same("__clz", __clz(0) + __clzll(0) + __clz(1), 32 + 64 + 31, 0);
    checks.same("__ffs", __ffs(0) + __ffsll(1ll << 40), 41, 0);
    checks.same("__mul24", __mul24(0x01ffffff, 2), -2, 0);
    checks.same("__rhadd", __rhadd(-3, 0), -1, 0);
    checks.same("__hadd", __hadd(-3, 0), -2, 0);
    checks.same("__sad", __sad(-2147483647 - 1, 2147483647, 1), 0u, 0);
    checks.same("__dp2a_hi", __dp2a_hi(0x00020001, 0x04030000, 1), 1 + 3 + 8, 0);
    checks.same("__bitinsert_u32", __bitinsert_u32(0xffffffff, 0, 8, 8), 0xffff00ffu, 0);
    checks.same("__bitextract_u32", __bitextract_u32(0x12345678, 8, 8), 0x56u, 0);
}

extern "C" __device__ int check(long *checked) {
    Checks checks;
    Random random;
    const unsigned int edges[] = {0, 0x80808080, 0x7f7f7f7f, 0xffffffff, 0x80008000, 0x7fff7fff, 0x01010101, 0xff7f8000};
    for (unsigned int a : edges)
        for (unsigned int b : edges) words(checks, a, b);
    for (int i = 0; i < 20000; ++i) {
        unsigned long long both = random.next();
        words(checks, static_cast<unsigned int>(both), static_cast<unsigned int>(both >> 32));
    }
    bits(checks);
    *checked = checks.count;
    return checks.wrong;
}
