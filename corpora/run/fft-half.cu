// cuFFT in half precision, by plans whose element types are named: complex and real data, both directions, in place, in a batch.
// run: wave-any
// targets: gfx942,cpu needs hip-6.1 (HIP 5 of Debian has no hipFFT)
// flags: -lhipfft
// nvcc: -lcufft
#include "check.h"

#include <cuda_fp16.h>
#include <cufft.h>
#include <cufftXt.h>

#include <complex>

#define FFT(call)                                                                                            \
    do {                                                                                                     \
        const cufftResult status_ = (call);                                                                  \
        if (status_ != CUFFT_SUCCESS) {                                                                      \
            std::printf("FAIL line %d: %s: %d\n", __LINE__, #call, static_cast<int>(status_));               \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

using wide = std::complex<double>;

// cuFFT takes powers of two alone in half precision.
const int N = 64, COUNT = 3, SPECTRUM = N / 2 + 1;

std::vector<__half> halves(int count, int seed) {
    std::vector<__half> all;
    for (float value : random_reals(count, seed)) all.push_back(__float2half(value - 0.5f));
    return all;
}

// Pairs as complex numbers.
std::vector<wide> pairs(const std::vector<__half> &from) {
    std::vector<wide> all;
    for (size_t i = 0; i + 1 < from.size(); i += 2) all.emplace_back(__half2float(from[i]), __half2float(from[i + 1]));
    return all;
}

wide defined(const wide *x, int k, int sign) {
    wide sum = 0;
    for (int i = 0; i < N; i++) sum += x[i] * std::polar(1.0, sign * 2 * 3.14159265358979323846 * i * k / N);
    return sum;
}

void differ_little(Verdict &verdict, const char *what, const std::vector<wide> &got, const std::vector<wide> &want) {
    double most = 0;
    for (size_t i = 0; i < want.size(); i++) most = std::fmax(most, std::abs(got[i] - want[i]));
    // Results are at most a few units large, and half precision has 11 bits.
    verdict.holds(what, got.size() == want.size() && most < 0.02);
}

cufftHandle planned(cudaDataType from, long long distance, cudaDataType to, long long to_distance, cudaDataType in = CUDA_C_16F) {
    cufftHandle plan;
    long long n[] = {N}, from_row[] = {distance}, to_row[] = {to_distance};
    size_t bytes = 0;
    FFT(cufftCreate(&plan));
    FFT(cufftXtMakePlanMany(plan, 1, n, from_row, 1, distance, from, to_row, 1, to_distance, to, COUNT, &bytes, in));
    return plan;
}

int main() {
    Verdict verdict("fft-half");
    const auto data = halves(2 * N * COUNT, 1);
    const auto x = pairs(data);
    Array<__half> from(data), to(2 * N * COUNT);
    const cufftHandle plan = planned(CUDA_C_16F, N, CUDA_C_16F, N);
    for (const int sign : {-1, 1}) {
        std::vector<wide> want;
        for (int i = 0; i < COUNT * N; i++) want.push_back(defined(&x[i / N * N], i % N, sign));
        FFT(cufftXtExec(plan, from.p, to.p, sign == -1 ? CUFFT_FORWARD : CUFFT_INVERSE));
        differ_little(verdict, sign == -1 ? "forwards" : "backwards", pairs(to.host()), want);
    }
    verdict.holds("what is read is left alone", pairs(from.host()) == x);
    FFT(cufftXtExec(plan, from.p, from.p, CUFFT_INVERSE));
    differ_little(verdict, "in place", pairs(from.host()), pairs(to.host()));
    FFT(cufftDestroy(plan));

    const auto real = halves(N * COUNT, 2);
    Array<__half> reals(real), spectrum(2 * SPECTRUM * COUNT), back(N * COUNT);
    const cufftHandle forward = planned(CUDA_R_16F, N, CUDA_C_16F, SPECTRUM), inverse = planned(CUDA_C_16F, SPECTRUM, CUDA_R_16F, N);
    FFT(cufftXtExec(forward, reals.p, spectrum.p, CUFFT_FORWARD));
    std::vector<wide> values, want;
    for (__half value : real) values.emplace_back(__half2float(value), 0);
    for (int member = 0; member < COUNT; member++)
        for (int k = 0; k < SPECTRUM; k++) want.push_back(defined(&values[member * N], k, -1));
    differ_little(verdict, "real data", pairs(spectrum.host()), want);
    FFT(cufftXtExec(inverse, spectrum.p, back.p, CUFFT_INVERSE));
    std::vector<float> got, wanted;
    for (__half value : back.host()) got.push_back(__half2float(value) / N);
    for (__half value : real) wanted.push_back(__half2float(value));
    verdict.same("there and back", got, wanted, 2e-3);
    FFT(cufftDestroy(forward));
    FFT(cufftDestroy(inverse));
    return verdict.end();
}
