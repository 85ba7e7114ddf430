// cuBLASLt on numbers of 8 bits: integers summed in 32 bits, floats with factors and the largest modulus of a result; and matrices
// that change their order and type.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLASLt)
// flags: -lhipblaslt
// nvcc: -lcublasLt -lcublas
#include "lt.h"

#include <cuda_fp16.h>
#include <cuda_fp8.h>

const int M = 32, N = 48, K = 64;

void integers(Verdict &verdict, Library &library) {
    std::vector<int8_t> a, b;
    for (uint32_t word : random_words(M * K, 1)) a.push_back(static_cast<int8_t>(word));
    for (uint32_t word : random_words(K * N, 2)) b.push_back(static_cast<int8_t>(word));
    Array<int8_t> da(a), db(b);
    Array<int32_t> dd(M * N);
    Operation operation(CUBLAS_COMPUTE_32I, CUDA_R_32I);
    operation.transposes(true, false);
    Layout la(CUDA_R_8I, K, M, K), lb(CUDA_R_8I, K, N, K), ld(CUDA_R_32I, M, N, M);
    library.matmul<int32_t>(operation, 1, da.p, la, db.p, lb, 0, dd.p, ld, dd.p, ld);
    std::vector<int32_t> wanted(M * N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++)
            for (int k = 0; k < K; k++) wanted[i + j * M] += a[k + i * K] * b[k + j * K];
    verdict.same("integers", dd.host(), wanted);
}

template <typename T> std::vector<T> eighths(int count, int seed) {
    std::vector<T> all;
    for (uint32_t word : random_words(count, seed)) all.push_back(T(static_cast<float>(static_cast<int>(word % 17) - 8) / 8));
    return all;
}

template <typename T> void floats(Verdict &verdict, Library &library, cudaDataType_t type) {
    const auto a = eighths<__nv_fp8_e4m3>(K * M, 3);
    const auto b = eighths<T>(K * N, 4);
    Array<__nv_fp8_e4m3> da(a);
    Array<T> db(b);
    const std::vector<float> half{0.5f}, four{4.0f}, quarter{0.25f};
    Array<float> of_a(half), of_b(four), of_d(quarter), largest(1);
    std::vector<float> wanted(M * N);
    float most = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += static_cast<float>(a[k + i * K]) * static_cast<float>(b[k + j * K]);
            wanted[i + j * M] = 2 * sum;
            most = std::fmax(most, std::fabs(2 * sum));
        }
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    operation.transposes(true, false).set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, static_cast<const void *>(of_a.p));
    operation.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, static_cast<const void *>(of_b.p));
    const int8_t fast = 1;
    LT(cublasLtMatmulDescSetAttribute(operation.p, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast));
    Layout la(CUDA_R_8F_E4M3, K, M, K), lb(type, K, N, K);
    {
        Array<__half> dd(M * N);
        Layout ld(CUDA_R_16F, M, N, M);
        library.matmul(operation, 1.0f, da.p, la, db.p, lb, 0.0f, dd.p, ld, dd.p, ld);
        std::vector<float> got;
        for (__half value : dd.host()) got.push_back(__half2float(value));
        verdict.same("to half precision", got, wanted, 1e-3);
    }
    Array<__half> dc(M * N);
    Array<__nv_fp8_e4m3> dd(M * N);
    Layout lc(CUDA_R_16F, M, N, M), ld(CUDA_R_8F_E4M3, M, N, M);
    operation.set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, static_cast<const void *>(of_d.p));
    // C is not read: its factor does nothing, whatever its type.
    operation.set(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, static_cast<const void *>(of_a.p));
    operation.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, static_cast<void *>(largest.p));
    library.matmul(operation, 1.0f, da.p, la, db.p, lb, 0.0f, dc.p, lc, dd.p, ld);
    std::vector<float> got, rounded;
    for (const auto &value : dd.host()) got.push_back(static_cast<float>(value));
    for (float value : wanted) rounded.push_back(static_cast<float>(__nv_fp8_e4m3(value / 4)));
    verdict.same("to 8 bits", got, rounded);
    verdict.same("largest modulus", largest.host()[0], most);
}

void changed(Verdict &verdict, Library &library) {
    const auto from = random_reals(M * N, 5), added = random_reals(N * M, 6);
    Array<float> da(from), db(added);
    Array<__half> dc(M * N);
    Layout la(CUDA_R_32F, M, N, M), lb(CUDA_R_32F, N, M, N), lc(CUDA_R_16F, M, N, N);
    lc.by_rows();
    cublasLtMatrixTransformDesc_t descriptor;
    LT(cublasLtMatrixTransformDescCreate(&descriptor, CUDA_R_32F));
    const cublasOperation_t turned = CUBLAS_OP_T;
    LT(cublasLtMatrixTransformDescSetAttribute(descriptor, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &turned, sizeof turned));
    const float alpha = 2, beta = -1, zero = 0;
    LT(cublasLtMatrixTransform(library.handle, descriptor, &alpha, da.p, la.p, &beta, db.p, lb.p, dc.p, lc.p, nullptr));
    std::vector<float> got, wanted;
    for (__half value : dc.host()) got.push_back(__half2float(value));
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) wanted.push_back(2 * from[i + j * M] - added[j + i * N]);
    verdict.same("a sum by rows", got, wanted, 2e-3);
    LT(cublasLtMatrixTransform(library.handle, descriptor, &alpha, da.p, la.p, &zero, nullptr, nullptr, dc.p, lc.p, nullptr));
    got.clear(), wanted.clear();
    for (__half value : dc.host()) got.push_back(__half2float(value));
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) wanted.push_back(2 * from[i + j * M]);
    verdict.same("one matrix by rows", got, wanted, 1e-3);
    LT(cublasLtMatrixTransformDescDestroy(descriptor));
}

int main() {
    Verdict verdict("blas-lt-small");
    {
        Library library;
        integers(verdict, library);
        floats<__nv_fp8_e4m3>(verdict, library, CUDA_R_8F_E4M3);
        floats<__nv_fp8_e5m2>(verdict, library, CUDA_R_8F_E5M2);
        changed(verdict, library);
    }
    return verdict.end();
}
