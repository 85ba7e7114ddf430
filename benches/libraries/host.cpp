// The host's own libraries: libstdc++ in its parallel mode, loops by hand with OpenMP where that has no algorithm, OpenBLAS, FFTW, and
// LAPACK as OpenBLAS has it.
#include "cases.hpp"

#include <cblas.h>
#include <fftw3.h>
#include <lapacke.h>
#include <numeric>
#include <omp.h>

void algorithms() {
    const auto a = words(ELEMENTS), steps = runs(ELEMENTS);
    const auto small = octets(ELEMENTS);
    std::vector<uint32_t> to(ELEMENTS), sums(ELEMENTS);
    uint32_t total = 0;
    measure("reduce", [&] { total = std::accumulate(a.begin(), a.end(), 0u); }, [&] { return double(total); });
    measure("scan", [&] { std::partial_sum(a.begin(), a.end(), to.begin()); }, [&] { return checksum(to.data(), ELEMENTS); });

    std::vector<std::pair<uint32_t, uint32_t>> pairs(ELEMENTS), from(ELEMENTS);
    for (int i = 0; i < ELEMENTS; i++) from[i] = {a[i], i};
    measure(
        "sort_by_key",
        [&] {
            pairs = from;
            std::sort(pairs.begin(), pairs.end());
        },
        [&] {
            for (int i = 0; i < ELEMENTS; i++) to[i] = pairs[i].first ^ pairs[i].second;
            return checksum(to.data(), ELEMENTS);
        });
    size_t kept = 0;
    measure(
        "select", [&] { kept = std::copy_if(a.begin(), a.end(), to.begin(), [](uint32_t x) { return x % 3 == 0; }) - to.begin(); },
        [&] { return checksum(to.data(), kept) + double(kept); });
    std::vector<uint32_t> bins(BINS);
    measure(
        "histogram",
        [&] {
            std::fill(bins.begin(), bins.end(), 0u);
#pragma omp parallel
            {
                std::vector<uint32_t> own(BINS);
#pragma omp for nowait
                for (int i = 0; i < ELEMENTS; i++) own[small[i]]++;
#pragma omp critical
                for (int i = 0; i < BINS; i++) bins[i] += own[i];
            }
        },
        [&] {
            double sum = 0;
            for (int i = 0; i < BINS; i++) sum += double(bins[i]) * (1 + i % 13);
            return sum;
        });
    measure("unique", [&] { kept = std::unique_copy(steps.begin(), steps.end(), to.begin()) - to.begin(); },
            [&] { return checksum(to.data(), kept) + double(kept); });
    measure(
        "reduce_by_key",
        [&] {
            kept = 0;
            for (int i = 0; i < ELEMENTS;) {
                uint32_t sum = 0;
                const uint32_t key = steps[i];
                for (; i < ELEMENTS && steps[i] == key; i++) sum += a[i];
                to[kept] = key, sums[kept++] = sum;
            }
        },
        [&] { return checksum(sums.data(), kept) + double(kept); });
}

template <class T, class Gemm, class Syrk, class Trsm, class Gemv>
void products(char letter, Gemm gemm, Syrk syrk, Trsm trsm, Gemv gemv) {
    const auto order = CblasColMajor;
    const auto N = CblasNoTrans, Y = CblasTrans;
    for (const int n : ROWS) {
        const size_t all = size_t(n) * n;
        const auto a_values = dominant<T>(n), b_values = reals<T>(all, 5);
        std::vector<T> result(all);
        const auto a = a_values.data(), b = b_values.data();
        const auto c = result.data();
        const auto set = [&] { std::copy(b_values.begin(), b_values.end(), c); };
        const auto run = [&](const char *name, auto call) {
            measure(sized(letter, name, n).c_str(), call, [&] { return energy(c, all); }, 1, set);
        };
        run("gemm", [=] { gemm(order, N, N, n, n, n, 1, a, n, b, n, 0, c, n); });
        run("gemm_tt", [=] { gemm(order, Y, Y, n, n, n, 1, a, n, b, n, 0, c, n); });
        if (n != ROWS[0]) continue;
        run("syrk", [=] { syrk(order, CblasLower, N, n, n, 1, a, n, 0, c, n); });
        run("trsm", [=] { trsm(order, CblasLeft, CblasLower, N, CblasNonUnit, n, n, 1, a, n, c, n); });
        run("gemv_t", [=] { gemv(order, Y, n, n, 1, a, n, b, 1, 0, c, 1); });
    }
}

void transforms() {
    auto from = complexes(POINTS);
    std::vector<std::complex<float>> to(POINTS);
    const auto in = reinterpret_cast<fftwf_complex *>(from.data()), out = reinterpret_cast<fftwf_complex *>(to.data());
    fftwf_init_threads();
    fftwf_plan_with_nthreads(omp_get_max_threads());
    const auto one = fftwf_plan_dft_1d(POINTS, in, out, FFTW_FORWARD, FFTW_MEASURE);
    const auto two = fftwf_plan_dft_2d(SIDE, SIDE, in, out, FFTW_FORWARD, FFTW_MEASURE);
    // Plans that are measured overwrite what they are made for, and keep its address.
    const auto values = complexes(POINTS);
    std::copy(values.begin(), values.end(), from.begin());
    const auto sum = [&] { return energy(to.data(), 4096); };
    measure("fft", [&] { fftwf_execute(one); }, sum);
    measure("fft_2d", [&] { fftwf_execute(two); }, sum);
}

void decompositions() {
    const auto a = symmetric(EIGENVALUES), general = reals<double>(SINGULAR_VALUES * SINGULAR_VALUES, 3);
    auto v = a;
    std::vector<double> w(EIGENVALUES);
    measure(
        "eigenvalues",
        [&] {
            v = a;
            LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', EIGENVALUES, v.data(), EIGENVALUES, w.data());
        },
        [&] { return w[0] + w[EIGENVALUES / 3] + w[EIGENVALUES - 1]; });
    const int n = SINGULAR_VALUES;
    std::vector<double> left, u(n * n), vt(n * n), s(n);
    measure(
        "singular_values",
        [&] {
            left = general;
            LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', n, n, left.data(), n, s.data(), u.data(), n, vt.data(), n);
        },
        [&] { return s[0] + s[n / 3]; });
}

int main() {
    algorithms();
    std::fprintf(stderr, "OpenBLAS's kernels: %s\n", openblas_get_corename());
    products<float>('s', cblas_sgemm, cblas_ssyrk, cblas_strsm, cblas_sgemv);
    products<double>('d', cblas_dgemm, cblas_dsyrk, cblas_dtrsm, cblas_dgemv);
    transforms();
    decompositions();
}
