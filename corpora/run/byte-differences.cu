// Differences of bytes and shorts, in both directions: a compiler that takes the subtraction of parts of registers for commutative
// gives one of them for both.
// run: wave-any
#include "check.h"

#include <cstdlib>

// The bytes of two words apart, each with its distance in the other's place.
__global__ void distances(const unsigned *a, const unsigned *b, unsigned *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned p = a[i] & 255, q = b[i] & 255;
    out[i] = p > q ? p - q : q - p;
}

template <typename T> __global__ void both(const T *a, const T *b, int *forward, int *backward, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const T p = a[i], q = b[i];
    forward[i] = p - q;
    backward[i] = q - p;
}

// Parts of a word that no load gives by themselves.
__global__ void parts(const unsigned *a, const unsigned *b, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int part = 0; part < 4; part++) {
        const int p = a[i] >> 8 * part & 255, q = b[i] >> 8 * part & 255;
        out[8 * i + 2 * part] = p - q;
        out[8 * i + 2 * part + 1] = q - p;
    }
}

// The sum of absolute differences of motion estimation.
__global__ void sad(const uchar4 *a, const uchar4 *b, unsigned *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 p = a[i], q = b[i];
    const auto apart = [](unsigned char x, unsigned char y) { return x > y ? x - y : y - x; };
    out[i] = apart(p.x, q.x) + apart(p.y, q.y) + apart(p.z, q.z) + apart(p.w, q.w);
}

template <typename T> void check_both(Verdict &verdict, const char *what, const std::vector<uint32_t> &words, int n) {
    std::vector<T> a(n), b(n);
    for (int i = 0; i < n; i++) a[i] = static_cast<T>(words[i]), b[i] = static_cast<T>(words[n + i]);
    Array<T> at(a), bt(b);
    Array<int> forward(n), backward(n);
    both<<<blocks(n, 128), 128>>>(at.p, bt.p, forward.p, backward.p, n);
    std::vector<int> there(n), back(n);
    for (int i = 0; i < n; i++) there[i] = a[i] - b[i], back[i] = b[i] - a[i];
    verdict.same(what, forward.host(), there);
    verdict.same(what, backward.host(), back);
}

int main() {
    Verdict verdict("byte-differences");
    const int n = 1000;
    const auto words = random_words(2 * n, 7);
    const std::vector<uint32_t> a(words.begin(), words.begin() + n), b(words.begin() + n, words.end());
    Array<uint32_t> at(a), bt(b);

    Array<unsigned> out(n), sums(n);
    Array<int> of_parts(8 * n);
    distances<<<blocks(n, 128), 128>>>(at.p, bt.p, out.p, n);
    parts<<<blocks(n, 128), 128>>>(at.p, bt.p, of_parts.p, n);
    sad<<<blocks(n, 128), 128>>>(reinterpret_cast<uchar4 *>(at.p), reinterpret_cast<uchar4 *>(bt.p), sums.p, n);
    std::vector<unsigned> want(n), want_sums(n);
    std::vector<int> want_parts;
    for (int i = 0; i < n; i++) {
        want[i] = std::abs(static_cast<int>(a[i] & 255) - static_cast<int>(b[i] & 255));
        for (int part = 0; part < 4; part++) {
            const int p = a[i] >> 8 * part & 255, q = b[i] >> 8 * part & 255;
            want_parts.push_back(p - q);
            want_parts.push_back(q - p);
            want_sums[i] += std::abs(p - q);
        }
    }
    verdict.same("distances", out.host(), want);
    verdict.same("parts", of_parts.host(), want_parts);
    verdict.same("sums", sums.host(), want_sums);

    check_both<unsigned char>(verdict, "unsigned bytes", words, n);
    check_both<signed char>(verdict, "signed bytes", words, n);
    check_both<unsigned short>(verdict, "unsigned shorts", words, n);
    check_both<short>(verdict, "signed shorts", words, n);
    return verdict.end();
}
