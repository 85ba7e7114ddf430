// cuBLASLt's products in single and double precision: transposes, batches, matrices by rows, C beside D, what is asked about a
// product before it is computed, and descriptors that do not fit.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLASLt)
// flags: -lhipblaslt
// nvcc: -lcublasLt -lcublas
#include "lt.h"

const int M = 48, N = 32, K = 64, COUNT = 3;

// `op(A) op(B)` of matrices by columns.
template <typename T>
std::vector<T> multiplied(const std::vector<T> &a, const std::vector<T> &b, bool turn_a, bool turn_b, T alpha, int count = 1) {
    std::vector<T> all(M * N * count);
    for (int member = 0; member < count; member++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++) {
                T sum = 0;
                for (int k = 0; k < K; k++)
                    sum += a[member * M * K + (turn_a ? k + i * K : i + k * M)] * b[member * K * N + (turn_b ? j + k * N : k + j * K)];
                all[member * M * N + i + j * M] = alpha * sum;
            }
    return all;
}

template <typename T> void transposes(Verdict &verdict, Library &library, cudaDataType_t type, cublasComputeType_t compute, double tolerance) {
    const auto a = random_reals<T>(M * K, 1), b = random_reals<T>(K * N, 2), c = random_reals<T>(M * N, 3);
    Array<T> da(a), db(b), dc(c), dd(M * N);
    for (int which = 0; which < 4; which++) {
        const bool turn_a = which & 1, turn_b = which & 2;
        Operation operation(compute, type);
        operation.transposes(turn_a, turn_b);
        Layout la(type, turn_a ? K : M, turn_a ? M : K, turn_a ? K : M), lb(type, turn_b ? N : K, turn_b ? K : N, turn_b ? N : K);
        Layout lc(type, M, N, M), ld(type, M, N, M);
        library.matmul<T>(operation, T(2), da.p, la, db.p, lb, T(0), dc.p, lc, dd.p, ld);
        auto wanted = multiplied<T>(a, b, turn_a, turn_b, T(2));
        verdict.same("transposes", dd.host(), wanted, tolerance);
        library.matmul<T>(operation, T(2), da.p, la, db.p, lb, T(-1), dc.p, lc, dd.p, ld);
        for (int i = 0; i < M * N; i++) wanted[i] -= c[i];
        verdict.same("with C beside D", dd.host(), wanted, tolerance);
        verdict.same("C is left alone", dc.host(), c);
        library.matmul<T>(operation, T(2), da.p, la, db.p, lb, T(1), dd.p, ld, dd.p, ld);
        const auto again = multiplied<T>(a, b, turn_a, turn_b, T(2));
        for (int i = 0; i < M * N; i++) wanted[i] += again[i];
        verdict.same("added to D", dd.host(), wanted, tolerance);
    }
}

void batches(Verdict &verdict, Library &library) {
    const auto a = random_reals(M * K * COUNT, 4), b = random_reals(K * N * COUNT, 5);
    Array<float> da(a), db(b), dd(M * N * COUNT);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    operation.transposes(true, false);
    Layout la(CUDA_R_32F, K, M, K), lb(CUDA_R_32F, K, N, K), ld(CUDA_R_32F, M, N, M);
    la.batch(COUNT, M * K), lb.batch(COUNT, K * N), ld.batch(COUNT, M * N);
    library.matmul(operation, 1.0f, da.p, la, db.p, lb, 0.0f, dd.p, ld, dd.p, ld);
    verdict.same("batch", dd.host(), multiplied(a, b, true, false, 1.0f, COUNT), 1e-5);
    // All members take one B.
    lb.batch(COUNT, 0);
    library.matmul(operation, 1.0f, da.p, la, db.p, lb, 0.0f, dd.p, ld, dd.p, ld);
    std::vector<float> same;
    for (int member = 0; member < COUNT; member++) same.insert(same.end(), b.begin(), b.begin() + K * N);
    verdict.same("a batch with one B", dd.host(), multiplied(a, same, true, false, 1.0f, COUNT), 1e-5);
}

void rows(Verdict &verdict, Library &library) {
    const auto a = random_reals(M * K, 6), b = random_reals(K * N, 7);
    Array<float> da(a), db(b), dd(M * N);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    Layout la(CUDA_R_32F, M, K, K), lb(CUDA_R_32F, K, N, N), ld(CUDA_R_32F, M, N, N);
    la.by_rows(), lb.by_rows(), ld.by_rows();
    library.matmul(operation, 1.0f, da.p, la, db.p, lb, 0.0f, dd.p, ld, dd.p, ld);
    std::vector<float> wanted(M * N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++) wanted[i * N + j] += a[i * K + k] * b[k * N + j];
    verdict.same("by rows", dd.host(), wanted, 1e-5);
}

void device_scalars(Verdict &verdict, Library &library) {
    const auto a = random_reals(M * K, 8), b = random_reals(K * N, 9);
    Array<float> da(a), db(b), dd(M * N);
    Array<float> scalars(std::vector<float>{3.0f, 0.0f});
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    operation.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE);
    Layout la(CUDA_R_32F, M, K, M), lb(CUDA_R_32F, K, N, K), ld(CUDA_R_32F, M, N, M);
    LT(cublasLtMatmul(library.handle, operation.p, scalars.p, da.p, la.p, db.p, lb.p, scalars.p + 1, dd.p, ld.p, dd.p, ld.p, nullptr,
                      nullptr, 0, nullptr));
    verdict.same("scalars of the device", dd.host(), multiplied(a, b, false, false, 3.0f), 1e-5);
}

void queries(Verdict &verdict) {
    Layout layout(CUDA_R_16F, M, N, M + 8);
    uint64_t rows = 0;
    int64_t ld = 0;
    size_t written = 0;
    LT(cublasLtMatrixLayoutGetAttribute(layout.p, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written));
    LT(cublasLtMatrixLayoutGetAttribute(layout.p, CUBLASLT_MATRIX_LAYOUT_LD, &ld, sizeof ld, nullptr));
    verdict.holds("attributes of a layout", rows == M && written == sizeof rows && ld == M + 8);
    LT(cublasLtMatrixLayoutGetAttribute(layout.p, CUBLASLT_MATRIX_LAYOUT_TYPE, nullptr, 0, &written));
    verdict.holds("the bytes of an attribute", written == 4);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasOperation_t turned = CUBLAS_OP_T;
    LT(cublasLtMatmulDescGetAttribute(operation.p, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned, nullptr));
    verdict.holds("factors are not transposed at first", turned == CUBLAS_OP_N);
    const char small = 0;
    verdict.holds("too few bytes",
                  cublasLtMatmulDescSetAttribute(operation.p, CUBLASLT_MATMUL_DESC_TRANSA, &small, 1) == CUBLAS_STATUS_INVALID_VALUE);
    verdict.holds("no value", cublasLtMatmulDescSetAttribute(operation.p, CUBLASLT_MATMUL_DESC_TRANSA, nullptr, 4) ==
                                  CUBLAS_STATUS_INVALID_VALUE);
}

void refusals(Verdict &verdict, Library &library) {
    Array<float> memory(M * K);
    const float one = 1, zero = 0;
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    Layout la(CUDA_R_32F, M, K, M), lb(CUDA_R_32F, K, N, K), ld(CUDA_R_32F, M, N, M), other(CUDA_R_32F, M, N + 16, M);
    const auto status = [&](const Operation &of, const Layout &a, const Layout &d, const void *pa) {
        return cublasLtMatmul(library.handle, of.p, &one, pa, a.p, memory.p, lb.p, &zero, memory.p, d.p, memory.p, d.p, nullptr,
                              nullptr, 0, nullptr);
    };
    verdict.holds("D of another width", status(operation, la, other, memory.p) == CUBLAS_STATUS_INVALID_VALUE);
    verdict.holds("A that is null", status(operation, la, ld, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
    Layout batch(CUDA_R_32F, M, K, M);
    batch.batch(2, M * K);
    verdict.holds("a batch of A alone", status(operation, batch, ld, memory.p) != CUBLAS_STATUS_SUCCESS);
    Layout doubles(CUDA_R_64F, M, K, M);
    verdict.holds("double and single precision", status(operation, doubles, ld, memory.p) != CUBLAS_STATUS_SUCCESS);
    Operation biased(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    biased.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    verdict.holds("a bias that is null", status(biased, la, ld, memory.p) != CUBLAS_STATUS_SUCCESS);
    cublasLtMatmulHeuristicResult_t found{};
    int count = -1;
    const auto asked = cublasLtMatmulAlgoGetHeuristic(library.handle, operation.p, doubles.p, lb.p, ld.p, ld.p, library.preference, 1,
                                                      &found, &count);
    verdict.holds("no way for types that do not go together", asked != CUBLAS_STATUS_SUCCESS && count <= 0);
}

int main() {
    Verdict verdict("blas-lt");
    {
        Library library;
        transposes<float>(verdict, library, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5);
        transposes<double>(verdict, library, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1e-13);
        batches(verdict, library);
        rows(verdict, library);
        device_scalars(verdict, library);
        queries(verdict);
        refusals(verdict, library);
    }
    return verdict.end();
}
