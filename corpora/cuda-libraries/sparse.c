// A program that was never ported: cuSPARSE's generic interface through NVIDIA's own headers.
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        int status_ = (int)(call);                                                                           \
        if (status_ != 0) return printf("FAIL line %d: %d\n", __LINE__, status_), 1;                         \
    } while (0)

enum { N = 50, COLUMNS = 3 };

static void *memory(size_t bytes) {
    void *p = NULL;
    if (cudaMallocManaged(&p, bytes, cudaMemAttachGlobal) != cudaSuccess) exit(1);
    return p;
}

int main(void) {
    int *starts = memory((N + 1) * sizeof(int)), *columns = memory(3 * N * sizeof(int)), *rows = memory(3 * N * sizeof(int));
    double *values = memory(3 * N * sizeof(double)), *x = memory(N * COLUMNS * sizeof(double)), *y = memory(N * COLUMNS * sizeof(double));
    static double full[N][N];
    int count = 0;
    for (int i = 0; i < N; i++) {
        starts[i] = count + 1;
        for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++) {
            columns[count] = j + 1, values[count] = full[i][j] = sin(i + 2 * j);
            count++;
        }
    }
    starts[N] = count + 1;
    for (int i = 0; i < N * COLUMNS; i++) x[i] = cos(i), y[i] = i;

    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vx, vy;
    CHECK(cusparseCreate(&handle));
    CHECK(cusparseCreateCsr(&a, N, N, count, starts, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                            CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&vx, N, x, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&vy, N, y, CUDA_R_64F));
    const double alpha = 2, beta = 0.5;
    for (int turned = 0; turned < 2; turned++) {
        const cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        size_t bytes;
        void *buffer;
        for (int i = 0; i < N; i++) y[i] = i;
        CHECK(cusparseSpMV_bufferSize(handle, op, &alpha, a, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        CHECK(cudaMalloc(&buffer, bytes));
        CHECK(cusparseSpMV(handle, op, &alpha, a, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < N; i++) {
            double want = 0.5 * i;
            for (int j = 0; j < N; j++) want += 2 * (turned ? full[j][i] : full[i][j]) * x[j];
            if (fabs(y[i] - want) > 1e-12) return printf("FAIL vector %d: %g for %g\n", turned, y[i], want), 1;
        }
    }
    cusparseDnMatDescr_t b, c;
    size_t bytes;
    CHECK(cusparseCreateDnMat(&b, N, COLUMNS, COLUMNS, x, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateDnMat(&c, N, COLUMNS, N, y, CUDA_R_64F, CUSPARSE_ORDER_COL));
    const double one = 1, none = 0;
    CHECK(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, b, &none, c,
                                  CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    CHECK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, b, &none, c, CUDA_R_64F,
                       CUSPARSE_SPMM_ALG_DEFAULT, memory(bytes)));
    CHECK(cusparseXcsr2coo(handle, starts, count, N, rows, CUSPARSE_INDEX_BASE_ONE));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        for (int k = 0; k < COLUMNS; k++) {
            double want = 0;
            for (int j = 0; j < N; j++) want += full[i][j] * x[j * COLUMNS + k];
            if (fabs(y[i + k * N] - want) > 1e-12) return printf("FAIL matrix: %g for %g\n", y[i + k * N], want), 1;
        }
    for (int at = 0; at < count; at++)
        if (at + 1 < starts[rows[at] - 1] || at + 1 >= starts[rows[at]]) return printf("FAIL rows\n"), 1;
    CHECK(cusparseDestroySpMat(a));
    CHECK(cusparseDestroyDnVec(vx));
    CHECK(cusparseDestroyDnVec(vy));
    CHECK(cusparseDestroyDnMat(b));
    CHECK(cusparseDestroyDnMat(c));
    CHECK(cusparseDestroy(handle));
    printf("PASS sparse\n");
    return 0;
}
