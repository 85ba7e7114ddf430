// Merge sort bottom up: each thread finds by binary search where its element goes in the merged run.
// run: wave-any
#include "check.h"

#include <algorithm>

// How many of the sorted v[0..n) go before `key`; equal ones count when `ties` is set.
template <typename T> __device__ int rank(const T *v, int n, T key, bool ties) {
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (v[middle] < key || (ties && v[middle] == key)) low = middle + 1;
        else high = middle;
    }
    return low;
}

template <typename T> __global__ void merge(const T *in, T *out, int run, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int pair = i / (2 * run) * 2 * run, left = min(run, n - pair), right = min(run, n - pair - left);
    const bool is_left = i - pair < run;
    const int place = is_left ? i + rank(in + pair + left, right, in[i], false) : i - left + rank(in + pair, left, in[i], true);
    out[place] = in[i];
}

template <typename T> void sort_and_compare(Verdict &verdict, std::vector<T> host) {
    const int n = static_cast<int>(host.size());
    Array<T> a(host), b(n);
    T *from = a.p, *to = b.p;
    for (int run = 1; run < n; run *= 2) {
        merge<<<blocks(n, 192), 192>>>(from, to, run, n);
        std::swap(from, to);
    }
    std::stable_sort(host.begin(), host.end());
    verdict.same("sorted", from == a.p ? a.host() : b.host(), host);
}

int main() {
    Verdict verdict("merge-sort");
    sort_and_compare(verdict, random_words(9001));
    auto coarse = random_reals<double>(3000);
    for (auto &x : coarse) x = std::floor(x * 50);
    sort_and_compare(verdict, coarse);
    return verdict.end();
}
