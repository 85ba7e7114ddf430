// Products of matrices of 16-bit numbers, as CUDA's headers type them: `cublasHgemm` and its batches, `cublasGemmEx`.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no `hipblasGemmEx` with CUDA's types)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>
#include <cuda_fp16.h>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

const int M = 24, N = 20, K = 16, COUNT = 3;

// Small whole numbers, of which all sums are exact.
std::vector<__half> whole(int count, int seed) {
    std::vector<__half> all;
    for (int i = 0; i < count; i++) all.push_back(__float2half(static_cast<float>((i * 7 + seed) % 5 - 2)));
    return all;
}

std::vector<float> floats(const std::vector<__half> &from) {
    std::vector<float> all;
    for (__half value : from) all.push_back(__half2float(value));
    return all;
}

int main() {
    Verdict verdict("blas-half");
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    const auto a = whole(M * K * COUNT, 1), b = whole(K * N * COUNT, 3);
    std::vector<float> wanted(M * N * COUNT);
    for (int member = 0; member < COUNT; member++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
                for (int k = 0; k < K; k++)
                    wanted[member * M * N + i + j * M] +=
                        __half2float(a[member * M * K + i + k * M]) * __half2float(b[member * K * N + k + j * K]);
    const std::vector<float> first(wanted.begin(), wanted.begin() + M * N);
    const auto none = CUBLAS_OP_N;
    const __half one = __float2half(1.0f), zero = __float2half(0.0f);
    Array<__half> da(a), db(b), c(M * N), all(M * N * COUNT);

    BLAS(cublasHgemm(handle, none, none, M, N, K, &one, da.p, M, db.p, K, &zero, c.p, M));
    verdict.same("Hgemm", floats(c.host()), first);
    BLAS(cublasHgemmStridedBatched(handle, none, none, M, N, K, &one, da.p, M, M * K, db.p, K, K * N, &zero, all.p, M, M * N, COUNT));
    verdict.same("HgemmStridedBatched", floats(all.host()), wanted);

    std::vector<__half *> to_a, to_b, to_c;
    Array<__half> results(M * N * COUNT);
    for (int i = 0; i < COUNT; i++)
        to_a.push_back(da.p + i * M * K), to_b.push_back(db.p + i * K * N), to_c.push_back(results.p + i * M * N);
    Array<__half *> pa(to_a), pb(to_b), pc(to_c);
    BLAS(cublasHgemmBatched(handle, none, none, M, N, K, &one, pa.p, M, pb.p, K, &zero, pc.p, M, COUNT));
    verdict.same("HgemmBatched", floats(results.host()), wanted);

    const float alpha = 1, beta = 0;
    Array<__half> ex(M * N);
    BLAS(cublasGemmEx(handle, none, none, M, N, K, &alpha, da.p, CUDA_R_16F, M, db.p, CUDA_R_16F, K, &beta, ex.p, CUDA_R_16F, M,
                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    verdict.same("GemmEx", floats(ex.host()), first);
    BLAS(cublasDestroy(handle));
    return verdict.end();
}
