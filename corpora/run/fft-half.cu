// cuFFT in half precision and in bfloat16, by plans whose element types are named: complex and real data, both directions, in place, in
// a batch.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipFFT)
// flags: -lhipfft
// nvcc: -lcufft
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cufft.h>
#include <cufftXt.h>

#include <complex>

#define FFT(call) LIBRARY(call, CUFFT_SUCCESS)

using wide = std::complex<double>;

// cuFFT takes powers of two alone with 16 bits.
const int N = 64, COUNT = 3, SPECTRUM = N / 2 + 1;

// A type of 16 bits, by the names of plans, and the largest error of a sum: results are at most a few units large.
template <typename T> struct Sixteen;
template <> struct Sixteen<__half> {
    static constexpr cudaDataType real = CUDA_R_16F, complex = CUDA_C_16F;
    static constexpr double error = 0.02;
    static float wide(__half x) { return __half2float(x); }
    static __half narrow(float x) { return __float2half(x); }
};
template <> struct Sixteen<__nv_bfloat16> {
    static constexpr cudaDataType real = CUDA_R_16BF, complex = CUDA_C_16BF;
    static constexpr double error = 0.16;
    static float wide(__nv_bfloat16 x) { return __bfloat162float(x); }
    static __nv_bfloat16 narrow(float x) { return __float2bfloat16(x); }
};

template <typename T> std::vector<T> numbers(int count, int seed) {
    std::vector<T> all;
    for (float value : random_reals(count, seed)) all.push_back(Sixteen<T>::narrow(value - 0.5f));
    return all;
}

// Pairs as complex numbers.
template <typename T> std::vector<wide> pairs(const std::vector<T> &from) {
    std::vector<wide> all;
    for (size_t i = 0; i + 1 < from.size(); i += 2) all.emplace_back(Sixteen<T>::wide(from[i]), Sixteen<T>::wide(from[i + 1]));
    return all;
}

wide defined(const wide *x, int k, int sign) {
    wide sum = 0;
    for (int i = 0; i < N; i++) sum += x[i] * std::polar(1.0, sign * 2 * 3.14159265358979323846 * i * k / N);
    return sum;
}

void differ_little(Verdict &verdict, const char *what, const std::vector<wide> &got, const std::vector<wide> &want, double error) {
    double most = 0;
    for (size_t i = 0; i < want.size(); i++) most = std::fmax(most, std::abs(got[i] - want[i]));
    verdict.holds(what, got.size() == want.size() && most < error);
}

cufftHandle planned(cudaDataType from, long long distance, cudaDataType to, long long to_distance, cudaDataType in) {
    cufftHandle plan;
    long long n[] = {N}, from_row[] = {distance}, to_row[] = {to_distance};
    size_t bytes = 0;
    FFT(cufftCreate(&plan));
    FFT(cufftXtMakePlanMany(plan, 1, n, from_row, 1, distance, from, to_row, 1, to_distance, to, COUNT, &bytes, in));
    return plan;
}

template <typename T> void transforms(Verdict &verdict) {
    const cudaDataType real_type = Sixteen<T>::real, complex_type = Sixteen<T>::complex;
    const double error = Sixteen<T>::error;
    const auto data = numbers<T>(2 * N * COUNT, 1);
    const auto x = pairs(data);
    Array<T> from(data), to(2 * N * COUNT);
    const cufftHandle plan = planned(complex_type, N, complex_type, N, complex_type);
    for (const int sign : {-1, 1}) {
        std::vector<wide> want;
        for (int i = 0; i < COUNT * N; i++) want.push_back(defined(&x[i / N * N], i % N, sign));
        FFT(cufftXtExec(plan, from.p, to.p, sign == -1 ? CUFFT_FORWARD : CUFFT_INVERSE));
        differ_little(verdict, sign == -1 ? "forwards" : "backwards", pairs(to.host()), want, error);
    }
    verdict.holds("what is read is left alone", pairs(from.host()) == x);
    FFT(cufftXtExec(plan, from.p, from.p, CUFFT_INVERSE));
    differ_little(verdict, "in place", pairs(from.host()), pairs(to.host()), error);
    FFT(cufftDestroy(plan));

    const auto real = numbers<T>(N * COUNT, 2);
    Array<T> reals(real), spectrum(2 * SPECTRUM * COUNT), back(N * COUNT);
    const cufftHandle forward = planned(real_type, N, complex_type, SPECTRUM, complex_type);
    const cufftHandle inverse = planned(complex_type, SPECTRUM, real_type, N, complex_type);
    FFT(cufftXtExec(forward, reals.p, spectrum.p, CUFFT_FORWARD));
    std::vector<wide> values, want;
    for (T value : real) values.emplace_back(Sixteen<T>::wide(value), 0);
    for (int member = 0; member < COUNT; member++)
        for (int k = 0; k < SPECTRUM; k++) want.push_back(defined(&values[member * N], k, -1));
    differ_little(verdict, "real data", pairs(spectrum.host()), want, error);
    FFT(cufftXtExec(inverse, spectrum.p, back.p, CUFFT_INVERSE));
    std::vector<float> got, wanted;
    for (T value : back.host()) got.push_back(Sixteen<T>::wide(value) / N);
    for (T value : real) wanted.push_back(Sixteen<T>::wide(value));
    verdict.same("there and back", got, wanted, error / 10);
    FFT(cufftDestroy(forward));
    FFT(cufftDestroy(inverse));
}

int main() {
    Verdict verdict("fft-half");
    transforms<__half>(verdict);
    transforms<__nv_bfloat16>(verdict);
    return verdict.end();
}
