// Kernel arguments of every shape: small and large structs, arrays in structs, alignment, empty ones, booleans, mixed sizes.
// run: wave-any
#include "check.h"

struct Empty {};
struct Small { char c; short s; };
struct Pair { float x, y; };
struct Wide { double a; char b; };
struct alignas(16) Aligned { int v[4]; };
struct Large {
    int table[40];
    Pair pairs[5];
    const int *pointer;
    char tail[3];
};
struct Nested { Small small; Wide wide; Aligned aligned; bool flag; };

__global__ void all(char c, Empty, Small small, bool yes, Pair pair, Wide wide, Aligned aligned, Large large, short s, Nested nested,
                    float4 four, uchar3 three, double d, double *out) {
    const int i = threadIdx.x;
    double sum = c + small.c + small.s + yes + pair.x + pair.y + wide.a + wide.b;
    for (int k = 0; k < 4; k++) sum += aligned.v[k] + nested.aligned.v[k];
    for (const int v : large.table) sum += v;
    for (const auto &p : large.pairs) sum += p.x * p.y;
    sum += large.pointer[i] + large.tail[0] + large.tail[2] + s;
    sum += nested.small.s + nested.wide.a + nested.flag;
    sum += four.x + four.y * 10 + four.z * 100 + four.w * 1000 + three.x + three.y + three.z + d;
    large.table[i] = i;
    out[i] = sum + large.table[i];
}

int main() {
    Verdict verdict("struct-arguments");
    std::vector<int> data(32);
    for (int i = 0; i < 32; i++) data[i] = 100000 * i;
    Array<int> pointed(data);
    Array<double> out(32);
    Large large = {};
    for (int k = 0; k < 40; k++) large.table[k] = k;
    for (int k = 0; k < 5; k++) large.pairs[k] = Pair{float(k), 2};
    large.pointer = pointed.p;
    large.tail[0] = 1, large.tail[2] = 3;
    const Nested nested{{'x', 7}, {0.25, 'y'}, {{1, 2, 3, 4}}, true};
    all<<<1, 32>>>('a', Empty{}, Small{'b', -2}, true, Pair{1.5f, 2.5f}, Wide{1e6, 'z'}, Aligned{{10, 20, 30, 40}}, large, short(-300), nested,
                   make_float4(1, 2, 3, 4), make_uchar3(1, 2, 255), 0.125, out.p);
    double sum = 'a' + 'b' - 2 + 1 + 4 + 1e6 + 'z' + 100 + 10 + 780 + 20 + 4 - 300 + 7.25 + 1 + 4321 + 258 + 0.125;
    std::vector<double> want(32);
    for (int i = 0; i < 32; i++) want[i] = sum + data[i] + i;
    verdict.same("sum", out.host(), want);
    return verdict.end();
}
