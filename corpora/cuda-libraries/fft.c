// A program that was never ported: cuFFT through NVIDIA's own headers.
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <math.h>
#include <stdio.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        int status_ = (int)(call);                                                                           \
        if (status_ != 0) return printf("FAIL line %d: %d\n", __LINE__, status_), 1;                         \
    } while (0)

enum { N = 256, BATCH = 3 };

int main(void) {
    static cufftDoubleComplex x[BATCH * N];
    static float real[8 * 12], back[8 * 12];
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++) x[b * N + i].x = cos(2 * M_PI * (b + 3) * i / N);
    for (int i = 0; i < 8 * 12; i++) real[i] = (float)sin(i * i);
    void *data, *spectrum;
    CHECK(cudaMalloc(&data, sizeof x));
    CHECK(cudaMalloc(&spectrum, 8 * 7 * sizeof(cufftComplex)));
    CHECK(cudaMemcpy(data, x, sizeof x, cudaMemcpyHostToDevice));
    cufftHandle plan, guard[2] = {-7, -7};
    int size[] = {N};
    CHECK(cufftPlanMany(&plan, 1, size, NULL, 1, N, NULL, 1, N, CUFFT_Z2Z, BATCH));
    CHECK(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD));
    CHECK(cudaMemcpy(x, data, sizeof x, cudaMemcpyDeviceToHost));
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++) {
            const double want = i == b + 3 || i == N - b - 3 ? N / 2 : 0;
            if (fabs(x[b * N + i].x - want) > 1e-9 || fabs(x[b * N + i].y) > 1e-9) return printf("FAIL spectrum\n"), 1;
        }
    CHECK(cufftDestroy(plan));

    // A plan is 32 bits: what lies behind it stays as it is.
    CHECK(cufftPlan2d(&guard[0], 8, 12, CUFFT_R2C));
    if (guard[1] != -7) return printf("FAIL a plan is wider than an int\n"), 1;
    CHECK(cudaMemcpy(data, real, sizeof real, cudaMemcpyHostToDevice));
    CHECK(cufftExecR2C(guard[0], data, spectrum));
    cudaStream_t stream;
    size_t bytes;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cufftCreate(&plan));
    CHECK(cufftMakePlan2d(plan, 8, 12, CUFFT_C2R, &bytes));
    CHECK(cufftSetStream(plan, stream));
    CHECK(cudaDeviceSynchronize());
    CHECK(cufftExecC2R(plan, spectrum, data));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8 * 12; i++)
        if (fabs(back[i] / 96 - real[i]) > 1e-5) return printf("FAIL there and back\n"), 1;
    if (cufftExecC2C(plan, data, data, CUFFT_FORWARD) == CUFFT_SUCCESS) return printf("FAIL another kind of transform\n"), 1;
    CHECK(cufftDestroy(plan));
    if (cufftDestroy(plan) != CUFFT_INVALID_PLAN) return printf("FAIL a plan that is gone\n"), 1;
    int version = 0;
    CHECK(cufftGetVersion(&version));
    printf("PASS fft %d\n", version);
    return 0;
}
