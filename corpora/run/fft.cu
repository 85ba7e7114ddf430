// cuFFT: known spectra, round trips, batches, two and three dimensions, real data, strides, and work in a stream.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipFFT)
// flags: -lhipfft
// nvcc: -lcufft
#include "check.h"

#include <cufft.h>

#include <complex>

#define FFT(call) LIBRARY(call, CUFFT_SUCCESS)

using complex = std::complex<float>;
using wide = std::complex<double>;

__global__ void scale(cufftComplex *x, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i].x *= by, x[i].y *= by;
}

// One term of the definition, for up to three dimensions.
wide turn(const std::vector<int> &extent, size_t i, size_t k, int sign) {
    double phase = 0;
    for (size_t axis = extent.size(); axis-- > 0;) {
        phase += double(i % extent[axis]) * (k % extent[axis]) / extent[axis];
        i /= extent[axis], k /= extent[axis];
    }
    return std::polar(1.0, sign * 2 * 3.14159265358979323846 * phase);
}

template <typename C> std::vector<C> defined(const std::vector<int> &extent, const std::vector<C> &x, int sign) {
    std::vector<C> all(x.size());
    for (size_t k = 0; k < x.size(); k++) {
        wide sum = 0;
        for (size_t i = 0; i < x.size(); i++) sum += wide(x[i]) * turn(extent, i, k, sign);
        all[k] = C(sum);
    }
    return all;
}

template <typename C> double distance(const std::vector<C> &a, const std::vector<C> &b) {
    double most = 0;
    for (size_t i = 0; i < b.size(); i++) most = std::fmax(most, std::abs(a[i] - b[i]));
    return most;
}

template <typename C> std::vector<C> numbers(size_t n, uint32_t seed) {
    const auto x = random_reals(n, seed), y = random_reals(n, seed + 1);
    std::vector<C> all(n);
    for (size_t i = 0; i < n; i++) all[i] = C(x[i] - 0.5f, y[i] - 0.5f);
    return all;
}

void against_the_definition(Verdict &verdict) {
    for (const std::vector<int> &extent : {std::vector<int>{64}, {45}, {12, 20}, {6, 5, 8}}) {
        int n = 1;
        for (const int part : extent) n *= part;
        const auto x = numbers<complex>(n, 3);
        Array<complex> data(x), out(n);
        cufftHandle plan;
        FFT(cufftPlanMany(&plan, extent.size(), const_cast<int *>(extent.data()), nullptr, 1, n, nullptr, 1, n, CUFFT_C2C, 1));
        FFT(cufftExecC2C(plan, (cufftComplex *)data.p, (cufftComplex *)out.p, CUFFT_FORWARD));
        verdict.holds("a spectrum", distance(out.host(), defined(extent, x, -1)) < 1e-4);
        FFT(cufftExecC2C(plan, (cufftComplex *)out.p, (cufftComplex *)out.p, CUFFT_INVERSE));
        auto back = out.host();
        for (auto &value : back) value /= float(n);
        verdict.holds("there and back in place", distance(back, x) < 1e-5);
        FFT(cufftDestroy(plan));
    }
}

void known_spectrum(Verdict &verdict) {
    const int n = 1024, batch = 3;
    std::vector<wide> x(n * batch);
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n; i++) x[b * n + i] = std::cos(2 * 3.14159265358979323846 * (5 + b) * i / n);
    Array<wide> data(x);
    cufftHandle plan;
    FFT(cufftPlan1d(&plan, n, CUFFT_Z2Z, batch));
    FFT(cufftExecZ2Z(plan, (cufftDoubleComplex *)data.p, (cufftDoubleComplex *)data.p, CUFFT_FORWARD));
    std::vector<wide> want(n * batch);
    for (int b = 0; b < batch; b++) want[b * n + 5 + b] = want[b * n + n - 5 - b] = n / 2;
    verdict.holds("the spectra of three cosines", distance(data.host(), want) < 1e-9);
    FFT(cufftDestroy(plan));
}

void real_data(Verdict &verdict) {
    for (const int last : {16, 15}) {
        const std::vector<int> extent = {10, last};
        const int n = 10 * last, half = last / 2 + 1;
        const auto x = random_reals<double>(n, 9);
        Array<double> data(x), back(n);
        Array<wide> spectrum(10 * half);
        cufftHandle forward, inverse;
        FFT(cufftPlan2d(&forward, 10, last, CUFFT_D2Z));
        FFT(cufftPlan2d(&inverse, 10, last, CUFFT_Z2D));
        FFT(cufftExecD2Z(forward, data.p, (cufftDoubleComplex *)spectrum.p));
        const auto whole = defined(extent, std::vector<wide>(x.begin(), x.end()), -1);
        std::vector<wide> want;
        for (int i = 0; i < 10; i++) want.insert(want.end(), whole.begin() + i * last, whole.begin() + i * last + half);
        verdict.holds("the half spectrum of real data", distance(spectrum.host(), want) < 1e-10);
        FFT(cufftExecZ2D(inverse, (cufftDoubleComplex *)spectrum.p, back.p));
        auto got = back.host();
        for (auto &value : got) value /= n;
        verdict.same("real data there and back", got, x, 1e-12);
        FFT(cufftDestroy(forward));
        FFT(cufftDestroy(inverse));
    }
}

// Columns of a matrix: stride and distance change places. In place, real rows are padded.
void layouts(Verdict &verdict) {
    const int n = 24, columns = 7;
    const auto x = numbers<complex>(n * columns, 21);
    Array<complex> data(x);
    cufftHandle plan;
    int size[] = {n};
    FFT(cufftPlanMany(&plan, 1, size, size, columns, 1, size, columns, 1, CUFFT_C2C, columns));
    FFT(cufftExecC2C(plan, (cufftComplex *)data.p, (cufftComplex *)data.p, CUFFT_FORWARD));
    const auto got = data.host();
    double most = 0;
    for (int column = 0; column < columns; column++) {
        std::vector<complex> in(n), out(n);
        for (int i = 0; i < n; i++) in[i] = x[i * columns + column], out[i] = got[i * columns + column];
        most = std::fmax(most, distance(out, defined({n}, in, -1)));
    }
    verdict.holds("columns", most < 1e-4);
    FFT(cufftDestroy(plan));

    std::vector<float> padded(4 * 18, 0);
    const auto reals = random_reals(4 * 16, 5);
    for (int row = 0; row < 4; row++)
        for (int i = 0; i < 16; i++) padded[row * 18 + i] = reals[row * 16 + i];
    Array<float> rows(padded);
    FFT(cufftPlan1d(&plan, 16, CUFFT_R2C, 4));
    FFT(cufftExecR2C(plan, rows.p, (cufftComplex *)rows.p));
    const auto spectrum = rows.host();
    most = 0;
    for (int row = 0; row < 4; row++) {
        const std::vector<complex> in(reals.begin() + row * 16, reals.begin() + row * 16 + 16);
        const auto want = defined({16}, in, -1);
        for (int k = 0; k < 9; k++) {
            const complex got_k(spectrum[row * 18 + 2 * k], spectrum[row * 18 + 2 * k + 1]);
            most = std::fmax(most, std::abs(got_k - want[k]));
        }
    }
    verdict.holds("padded rows in place", most < 1e-4);
    FFT(cufftDestroy(plan));
}

void in_a_stream(Verdict &verdict) {
    const int n = 4096;
    const auto x = numbers<complex>(n, 33);
    Array<complex> data(x);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cufftHandle plan;
    size_t bytes = 0;
    FFT(cufftCreate(&plan));
    FFT(cufftSetAutoAllocation(plan, 0));
    FFT(cufftMakePlan1d(plan, n, CUFFT_C2C, 1, &bytes));
    Array<char> work(bytes + 1);
    FFT(cufftSetWorkArea(plan, work.p));
    FFT(cufftSetStream(plan, stream));
    for (int turn = 0; turn < 4; turn++) {
        FFT(cufftExecC2C(plan, (cufftComplex *)data.p, (cufftComplex *)data.p, CUFFT_FORWARD));
        FFT(cufftExecC2C(plan, (cufftComplex *)data.p, (cufftComplex *)data.p, CUFFT_INVERSE));
        scale<<<n / 256, 256, 0, stream>>>((cufftComplex *)data.p, n, 1.0f / n);
    }
    CHECK(cudaStreamSynchronize(stream));
    verdict.holds("transforms and kernels in turn", distance(data.host(), x) < 1e-5);
    FFT(cufftDestroy(plan));
    verdict.holds("a plan that is gone is refused", cufftSetStream(plan, stream) == CUFFT_INVALID_PLAN);
    verdict.holds("no size is refused", cufftPlan1d(&plan, 0, CUFFT_C2C, 1) != CUFFT_SUCCESS);
    CHECK(cudaStreamDestroy(stream));
}

int main() {
    Verdict verdict("fft");
    against_the_definition(verdict);
    known_spectrum(verdict);
    real_data(verdict);
    layouts(verdict);
    in_a_stream(verdict);
    return verdict.end();
}
