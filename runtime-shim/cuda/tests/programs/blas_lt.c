/* cuBLASLt of CUDA 12, by prototypes of its own: its header is not among those that tests fetch. Numbers are those of `cublasLt.h`. */
#include "check.h"

#include <cuda_runtime_api.h>
#include <stdint.h>

typedef struct {
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
} Found;

int cublasLtCreate(void **handle);
int cublasLtDestroy(void *handle);
size_t cublasLtGetVersion(void);
int cublasLtMatmulDescCreate(void **product, int compute, int scale);
int cublasLtMatmulDescDestroy(void *product);
int cublasLtMatmulDescSetAttribute(void *product, int attribute, const void *from, size_t size);
int cublasLtMatmulDescGetAttribute(void *product, int attribute, void *to, size_t size, size_t *written);
int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t ld);
int cublasLtMatrixLayoutDestroy(void *layout);
int cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *from, size_t size);
int cublasLtMatmulPreferenceCreate(void **preference);
int cublasLtMatmulPreferenceDestroy(void *preference);
int cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *from, size_t size);
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *product, void *a, void *b, void *c, void *d, void *preference, int wanted,
                                   Found *found, int *count);
int cublasLtMatmul(void *handle, void *product, const void *alpha, const void *a, void *la, const void *b, void *lb,
                   const void *beta, const void *c, void *lc, void *d, void *ld, const void *algorithm, void *workspace, size_t bytes,
                   void *stream);

enum { COMPUTE_32F = 68, R_32F = 0, OP_N = 0, OP_T = 1, INVALID_VALUE = 7, NOT_SUPPORTED = 15 };
enum { COMPUTE_TYPE = 0, SCALE_TYPE = 1, TRANSA = 3, TRANSB = 4, EPILOGUE = 7, BIAS_POINTER = 8 };
enum { EPILOGUE_RELU_BIAS = 6, EPILOGUE_RELU_AUX = 130 };
enum { ORDER = 1, ORDER_ROW = 1, MAX_WORKSPACE_BYTES = 1, MIN_ALIGNMENT_A_BYTES = 5 };
enum { M = 3, N = 4, K = 5 };

static void *copied(const float *from, size_t count) {
    void *to;
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    CHECK(cudaMemcpy(to, from, count * sizeof(float), cudaMemcpyHostToDevice));
    return to;
}

int main(void) {
    float a[M * K], b[K * N], bias[M], got[M * N];
    for (int i = 0; i < M * K; i++) a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < K * N; i++) b[i] = (float)(i % 5 - 2);
    for (int i = 0; i < M; i++) bias[i] = (float)(10 * i - 9);
    void *da = copied(a, M * K), *db = copied(b, K * N), *dbias = copied(bias, M), *dd = copied(a, M * N);

    void *handle, *product, *la, *lb, *ld, *preference;
    TRUE(cublasLtGetVersion() >= 120000);
    CHECK(cublasLtCreate(&handle));
    CHECK(cublasLtMatmulDescCreate(&product, COMPUTE_32F, R_32F));
    int turned = OP_T, epilogue = EPILOGUE_RELU_BIAS, kept = EPILOGUE_RELU_AUX, order = ORDER_ROW, value = -1;
    CHECK(cublasLtMatmulDescSetAttribute(product, TRANSA, &turned, sizeof turned));
    size_t written = 0;
    CHECK(cublasLtMatmulDescGetAttribute(product, TRANSA, &value, sizeof value, &written));
    EQUAL(value, OP_T);
    EQUAL(written, sizeof value);
    CHECK(cublasLtMatmulDescGetAttribute(product, TRANSB, &value, sizeof value, NULL));
    EQUAL(value, OP_N);
    CHECK(cublasLtMatmulDescGetAttribute(product, COMPUTE_TYPE, &value, sizeof value, NULL));
    EQUAL(value, COMPUTE_32F);
    value = R_32F;
    CHECK(cublasLtMatmulDescSetAttribute(product, SCALE_TYPE, &value, sizeof value));
    EQUAL(cublasLtMatmulDescSetAttribute(product, TRANSA, &turned, 1), INVALID_VALUE);
    EQUAL(cublasLtMatmulDescSetAttribute(product, 999, &turned, sizeof turned), INVALID_VALUE);
    /* What ReLU keeps is bits here, and hipBLASLt's is not. */
    EQUAL(cublasLtMatmulDescSetAttribute(product, EPILOGUE, &kept, sizeof kept), NOT_SUPPORTED);
    CHECK(cublasLtMatmulDescSetAttribute(product, EPILOGUE, &epilogue, sizeof epilogue));
    CHECK(cublasLtMatmulDescSetAttribute(product, BIAS_POINTER, &dbias, sizeof dbias));

    /* A by columns and transposed, B by columns, D by rows. */
    CHECK(cublasLtMatrixLayoutCreate(&la, R_32F, K, M, K));
    CHECK(cublasLtMatrixLayoutCreate(&lb, R_32F, K, N, K));
    CHECK(cublasLtMatrixLayoutCreate(&ld, R_32F, M, N, N));
    CHECK(cublasLtMatrixLayoutSetAttribute(ld, ORDER, &order, sizeof order));
    uint64_t bytes = 1 << 20;
    uint32_t alignment = 16;
    CHECK(cublasLtMatmulPreferenceCreate(&preference));
    CHECK(cublasLtMatmulPreferenceSetAttribute(preference, MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
    CHECK(cublasLtMatmulPreferenceSetAttribute(preference, MIN_ALIGNMENT_A_BYTES, &alignment, sizeof alignment));
    Found found[2];
    memset(found, 0xff, sizeof found);
    int count = -1;
    CHECK(cublasLtMatmulAlgoGetHeuristic(handle, product, la, lb, ld, ld, preference, 2, found, &count));
    EQUAL(count, 1);
    EQUAL(found[0].state, 0);
    EQUAL(found[1].state, -1);

    float alpha = 2, beta = 0;
    CHECK(cublasLtMatmul(handle, product, &alpha, da, la, db, lb, &beta, dd, ld, dd, ld, &found[0].algorithm, NULL, 0, NULL));
    CHECK(cudaMemcpy(got, dd, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = bias[i];
            for (int k = 0; k < K; k++) sum += alpha * a[k + i * K] * b[k + j * K];
            EQUAL(got[i * N + j], sum > 0 ? sum : 0);
        }
    EQUAL(cublasLtMatmul(handle, product, &alpha, NULL, la, db, lb, &beta, dd, ld, dd, ld, NULL, NULL, 0, NULL), INVALID_VALUE);
    CHECK(cublasLtMatmulPreferenceDestroy(preference));
    CHECK(cublasLtMatrixLayoutDestroy(la));
    CHECK(cublasLtMatrixLayoutDestroy(lb));
    CHECK(cublasLtMatrixLayoutDestroy(ld));
    CHECK(cublasLtMatmulDescDestroy(product));
    CHECK(cublasLtDestroy(handle));
    puts("all is well");
    return 0;
}
