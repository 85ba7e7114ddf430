// Prefix sums in one pass: blocks take numbers in the order they start, publish their sums and look back at those before
// them, waiting for what is not there yet.
// run: wave-any
#include "check.h"

constexpr int size = 128;
constexpr unsigned long long none = 0, partial = 1ull << 62, whole = 2ull << 62, state = 3ull << 62;

__global__ void scan(const unsigned *in, unsigned *out, volatile unsigned long long *seen, unsigned *next, int n) {
    __shared__ unsigned s[size], before, number;
    const int t = threadIdx.x;
    if (t == 0) number = atomicAdd(next, 1u);
    __syncthreads();
    const int i = number * size + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < size; d *= 2) {
        const unsigned left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    if (t == 0) {
        const unsigned sum = s[size - 1];
        seen[number] = (number == 0 ? whole : partial) | sum;
        __threadfence();
        unsigned total = 0;
        for (int k = static_cast<int>(number) - 1; k >= 0;) {
            const unsigned long long other = seen[k];
            if ((other & state) == none) continue;
            total += static_cast<unsigned>(other);
            if ((other & state) == whole) break;
            k--;
        }
        before = total;
        __threadfence();
        seen[number] = whole | static_cast<unsigned>(total + sum);
    }
    __syncthreads();
    if (i < n) out[i] = before + s[t];
}

int main() {
    Verdict verdict("scan-lookback");
    const int n = 40000;
    const auto in = random_words(n);
    std::vector<unsigned> want(n);
    for (int i = 0; i < n; i++) want[i] = in[i] + (i ? want[i - 1] : 0);
    Array<unsigned> din(in), dout(n), next(1);
    Array<unsigned long long> seen(blocks(n, size));
    scan<<<blocks(n, size), size>>>(din.p, dout.p, seen.p, next.p, n);
    verdict.same("sums", dout.host(), want);
    return verdict.end();
}
