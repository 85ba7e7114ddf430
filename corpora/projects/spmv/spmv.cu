// Sparse matrix times vector: a kernel with one warp a row, and cuSPARSE.

#include "csr.hpp"

#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <cusparse.h>

constexpr unsigned kFullMask = 0xFFFFFFFFu;
constexpr int kWarpSize = 32;

__global__ void csr_vector(int rows, const int *__restrict__ offsets, const int *__restrict__ indices,
                           const double *__restrict__ values, const double *__restrict__ x, double *__restrict__ y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarpSize;
    const int lane = threadIdx.x & (kWarpSize - 1);
    if (row >= rows) return;
    double sum = 0;
    for (int i = offsets[row] + lane; i < offsets[row + 1]; i += kWarpSize) sum += values[i] * __ldg(&x[indices[i]]);
    for (int offset = kWarpSize / 2; offset; offset >>= 1) sum += __shfl_xor_sync(kFullMask, sum, offset, kWarpSize);
    if (lane == 0) y[row] = sum;
}

static int failures = 0;

#define CHECK_CUDA(call)                                                                   \
    if (cudaError_t status = (call); status != cudaSuccess) {                              \
        std::printf("%s at line %d: %s\n", #call, __LINE__, cudaGetErrorString(status));   \
        return 1;                                                                          \
    }
#define CHECK_SPARSE(call)                                                                 \
    if (cusparseStatus_t status = (call); status != CUSPARSE_STATUS_SUCCESS) {             \
        std::printf("%s at line %d: %s\n", #call, __LINE__, cusparseGetErrorString(status)); \
        return 1;                                                                          \
    }

static void compare(const char *name, const std::vector<double> &expected, const double *device) {
    std::vector<double> got(expected.size());
    cudaMemcpy(got.data(), device, got.size() * sizeof(double), cudaMemcpyDefault);
    double worst = 0;
    for (size_t i = 0; i < got.size(); i++) worst = std::fmax(worst, std::fabs(got[i] - expected[i]));
    failures += !(worst < 1e-10);
    std::printf("%-10s worst difference %g: %s\n", name, worst, worst < 1e-10 ? "PASS" : "FAIL");
}

int main() {
    const Csr matrix = laplacian(100);
    std::vector<double> x(matrix.columns);
    for (int i = 0; i < matrix.columns; i++) x[i] = std::cos(0.1 * i);
    const std::vector<double> expected = multiply(matrix, x);

    int *offsets, *indices;
    double *values, *d_x, *d_y;
    CHECK_CUDA(cudaMalloc(&offsets, matrix.offsets.size() * sizeof(int)));
    CHECK_CUDA(cudaMalloc(&indices, matrix.indices.size() * sizeof(int)));
    CHECK_CUDA(cudaMalloc(&values, matrix.values.size() * sizeof(double)));
    CHECK_CUDA(cudaMalloc(&d_x, x.size() * sizeof(double)));
    CHECK_CUDA(cudaMalloc(&d_y, matrix.rows * sizeof(double)));
    CHECK_CUDA(cudaMemcpy(offsets, matrix.offsets.data(), matrix.offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(indices, matrix.indices.data(), matrix.indices.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(values, matrix.values.data(), matrix.values.size() * sizeof(double), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), x.size() * sizeof(double), cudaMemcpyHostToDevice));

    csr_vector<<<(matrix.rows * kWarpSize + 127) / 128, 128>>>(matrix.rows, offsets, indices, values, d_x, d_y);
    CHECK_CUDA(cudaGetLastError());
    compare("kernel", expected, d_y);

    CHECK_CUDA(cudaMemset(d_y, 0, matrix.rows * sizeof(double)));
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t in, out;
    CHECK_SPARSE(cusparseCreate(&handle));
    CHECK_SPARSE(cusparseCreateCsr(&a, matrix.rows, matrix.columns, matrix.nonzeros(), offsets, indices, values, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK_SPARSE(cusparseCreateDnVec(&in, matrix.columns, d_x, CUDA_R_64F));
    CHECK_SPARSE(cusparseCreateDnVec(&out, matrix.rows, d_y, CUDA_R_64F));
    const double one = 1, zero = 0;
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK_SPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, in, &zero, out, CUDA_R_64F,
                                         CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    CHECK_CUDA(cudaMalloc(&buffer, bytes + 1));
    CHECK_SPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, in, &zero, out, CUDA_R_64F,
                              CUSPARSE_SPMV_ALG_DEFAULT, buffer));
    compare("cuSPARSE", expected, d_y);

    CHECK_SPARSE(cusparseDestroySpMat(a));
    CHECK_SPARSE(cusparseDestroyDnVec(in));
    CHECK_SPARSE(cusparseDestroyDnVec(out));
    CHECK_SPARSE(cusparseDestroy(handle));
    for (void *p : {(void *)offsets, (void *)indices, (void *)values, (void *)d_x, (void *)d_y, buffer}) CHECK_CUDA(cudaFree(p));
    std::printf("spmv: %s\n", failures ? "FAIL" : "PASS");
    return failures;
}
