// A circular convolution by the Fourier transform, compared with the sum on the host.

#include "pointwise.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cufftResult result, const char *what) {
    if (result == CUFFT_SUCCESS) return;
    std::fprintf(stderr, "%s: cuFFT error %d\n", what, int(result));
    std::exit(1);
}

int main() {
    const int n = 1500, bins = n / 2 + 1;
    std::vector<float> signal(n), kernel(n), result(n);
    for (int i = 0; i < n; i++) {
        signal[i] = std::sin(0.02f * i) + (i % 50 == 0);
        kernel[i] = i < 25 ? 1.0f / (1 + i) : 0.0f;
    }

    cufftReal *d_signal, *d_kernel;
    cufftComplex *f_signal, *f_kernel;
    cudaMalloc((void **)&d_signal, n * sizeof(cufftReal));
    cudaMalloc((void **)&d_kernel, n * sizeof(cufftReal));
    cudaMalloc((void **)&f_signal, bins * sizeof(cufftComplex));
    cudaMalloc((void **)&f_kernel, bins * sizeof(cufftComplex));
    cudaMemcpy(d_signal, signal.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_kernel, kernel.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cufftHandle forward, backward;
    check(cufftPlan1d(&forward, n, CUFFT_R2C, 1), "plan");
    int length[] = {n};
    check(cufftPlanMany(&backward, 1, length, nullptr, 1, bins, nullptr, 1, n, CUFFT_C2R, 1), "plan");
    check(cufftSetStream(forward, stream), "stream");
    check(cufftSetStream(backward, stream), "stream");
    check(cufftExecR2C(forward, d_signal, f_signal), "forward");
    check(cufftExecR2C(forward, d_kernel, f_kernel), "forward");
    multiply_pointwise(f_signal, f_kernel, bins, 1.0f / n, stream);
    check(cufftExecC2R(backward, f_signal, d_signal), "backward");
    cudaStreamSynchronize(stream);
    cudaMemcpy(result.data(), d_signal, n * sizeof(float), cudaMemcpyDeviceToHost);

    check(cufftDestroy(forward), "destroy");
    check(cufftDestroy(backward), "destroy");
    cudaStreamDestroy(stream);
    cudaFree(d_signal);
    cudaFree(d_kernel);
    cudaFree(f_signal);
    cudaFree(f_kernel);

    double worst = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < 25; k++) sum += double(kernel[k]) * signal[(i - k + n) % n];
        worst = std::fmax(worst, std::fabs(sum - result[i]));
    }
    const bool good = worst < 1e-4;
    std::printf("convolution: worst difference %g: %s\n", worst, good ? "PASS" : "FAIL");
    return !good;
}
