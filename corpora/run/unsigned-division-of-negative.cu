// Unsigned divisions of numbers whose upper bits are copies of a sign: a compiler that counts those for no bits divides the lower
// ones alone.
// run: wave-any
// flags: -O2
#include "check.h"

typedef unsigned long long u64;

__global__ void wide(const int *a, u64 *quotients, u64 *remainders, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    quotients[i] = (u64)(long long)(a[i] << 21 >> 21) / 14;
    remainders[i] = (u64)(long long)(a[i] << 12 >> 12) % 1000003;
}

__global__ void narrow(const int *a, const unsigned char *divisors, unsigned *quotients, unsigned *remainders, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned by = divisors[i] | 1;
    quotients[i] = ~((unsigned)a[i] % 251) / by;
    remainders[i] = (unsigned)(int)(short)a[i] % by;
}

int main() {
    Verdict verdict("unsigned-division-of-negative");
    const int n = 1000;
    const auto words = random_words(2 * n, 5);
    std::vector<int> a(words.begin(), words.begin() + n);
    std::vector<unsigned char> divisors(words.begin() + n, words.end());
    std::vector<u64> wide_quotients(n), wide_remainders(n);
    std::vector<unsigned> quotients(n), remainders(n);
    for (int i = 0; i < n; i++) {
        const unsigned by = divisors[i] | 1;
        wide_quotients[i] = (u64)(long long)(a[i] << 21 >> 21) / 14;
        wide_remainders[i] = (u64)(long long)(a[i] << 12 >> 12) % 1000003;
        quotients[i] = ~((unsigned)a[i] % 251) / by;
        remainders[i] = (unsigned)(int)(short)a[i] % by;
    }
    Array<int> at(a);
    Array<unsigned char> divisorst(divisors);
    Array<u64> wq(n), wr(n);
    Array<unsigned> q(n), r(n);
    wide<<<blocks(n, 128), 128>>>(at.p, wq.p, wr.p, n);
    narrow<<<blocks(n, 128), 128>>>(at.p, divisorst.p, q.p, r.p, n);
    verdict.same("64-bit quotients", wq.host(), wide_quotients);
    verdict.same("64-bit remainders", wr.host(), wide_remainders);
    verdict.same("quotients", q.host(), quotients);
    verdict.same("remainders", r.host(), remainders);
    return verdict.end();
}
