// Unions, bit fields and packed structs: the same bits on both sides.
// run: wave-any
#include "check.h"

#include <cstring>

struct Fields {
    unsigned low : 5, middle : 12, high : 15;
    int sign : 3;
    long long wide : 40;
};

union Word {
    float f;
    unsigned u;
    unsigned char bytes[4];
    struct { unsigned mantissa : 23, exponent : 8, sign : 1; } parts;
};

#pragma pack(push, 1)
struct Packed { char c; double d; short s; int i; };
#pragma pack(pop)
static_assert(sizeof(Packed) == 15, "no padding");

__host__ __device__ inline void change(int i, Fields &fields, Word &word, Packed &packed) {
    fields.low = i, fields.middle = i * 37, fields.high = ~i, fields.sign = i - 4, fields.wide = -(1ll << 35) + i;
    fields.middle += fields.low;
    word.f = i * 1.75f - 20;
    word.parts.exponent += 3;
    word.bytes[0] ^= 0x5a;
    packed.c = 'a' + i % 26, packed.d = i / 8.0, packed.s = -i, packed.i = i << 20;
    packed.d += packed.s;
}

__global__ void change_all(Fields *fields, Word *words, Packed *packed) {
    const int i = threadIdx.x;
    change(i, fields[i], words[i], packed[i]);
}

template <typename T> void same_bytes(Verdict &verdict, const char *what, const Array<T> &got, const std::vector<T> &want) {
    verdict.holds(what, std::memcmp(got.host().data(), want.data(), want.size() * sizeof(T)) == 0);
}

int main() {
    Verdict verdict("bit-fields");
    const int n = 50;
    std::vector<Fields> fields(n);
    std::vector<Word> words(n);
    std::vector<Packed> packed(n);
    std::memset(fields.data(), 0, n * sizeof(Fields));
    Array<Fields> df(n);
    Array<Word> dw(n);
    Array<Packed> dp(n);
    change_all<<<1, n>>>(df.p, dw.p, dp.p);
    for (int i = 0; i < n; i++) change(i, fields[i], words[i], packed[i]);
    same_bytes(verdict, "bit fields", df, fields);
    same_bytes(verdict, "unions", dw, words);
    same_bytes(verdict, "packed structs", dp, packed);
    return verdict.end();
}
