// What the programs that call cuBLASLt share: descriptors that end with their scope, and a product by them.
#pragma once

#include "check.h"

#include <cublasLt.h>

#define LT(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

struct Layout {
    cublasLtMatrixLayout_t p;

    Layout(cudaDataType_t type, uint64_t rows, uint64_t columns, int64_t ld) {
        LT(cublasLtMatrixLayoutCreate(&p, type, rows, columns, ld));
    }
    Layout(const Layout &) = delete;
    ~Layout() { LT(cublasLtMatrixLayoutDestroy(p)); }

    template <typename T> Layout &set(cublasLtMatrixLayoutAttribute_t attribute, T value) {
        LT(cublasLtMatrixLayoutSetAttribute(p, attribute, &value, sizeof value));
        return *this;
    }
    Layout &batch(int32_t count, int64_t stride) {
        set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count);
        return set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride);
    }
    Layout &by_rows() { return set(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_ROW); }
};

struct Operation {
    cublasLtMatmulDesc_t p;

    Operation(cublasComputeType_t compute, cudaDataType_t scale) { LT(cublasLtMatmulDescCreate(&p, compute, scale)); }
    Operation(const Operation &) = delete;
    ~Operation() { LT(cublasLtMatmulDescDestroy(p)); }

    template <typename T> Operation &set(cublasLtMatmulDescAttributes_t attribute, T value) {
        LT(cublasLtMatmulDescSetAttribute(p, attribute, &value, sizeof value));
        return *this;
    }
    Operation &transposes(bool a, bool b) {
        set(CUBLASLT_MATMUL_DESC_TRANSA, a ? CUBLAS_OP_T : CUBLAS_OP_N);
        return set(CUBLASLT_MATMUL_DESC_TRANSB, b ? CUBLAS_OP_T : CUBLAS_OP_N);
    }
};

// A handle with workspace, and the way that the library itself chooses.
struct Library {
    cublasLtHandle_t handle;
    cublasLtMatmulPreference_t preference;
    size_t bytes = 4 << 20;
    Array<char> workspace{4 << 20};

    Library() {
        LT(cublasLtCreate(&handle));
        LT(cublasLtMatmulPreferenceCreate(&preference));
        LT(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
    }
    ~Library() {
        LT(cublasLtMatmulPreferenceDestroy(preference));
        LT(cublasLtDestroy(handle));
    }

    template <typename S>
    void matmul(const Operation &operation, S alpha, const void *a, const Layout &la, const void *b, const Layout &lb, S beta,
                const void *c, const Layout &lc, void *d, const Layout &ld) {
        cublasLtMatmulHeuristicResult_t found{};
        int count = 0;
        LT(cublasLtMatmulAlgoGetHeuristic(handle, operation.p, la.p, lb.p, lc.p, ld.p, preference, 1, &found, &count));
        if (count != 1 || found.state != CUBLAS_STATUS_SUCCESS || found.workspaceSize > bytes) {
            std::printf("FAIL: no way to compute the product was found\n");
            std::exit(1);
        }
        LT(cublasLtMatmul(handle, operation.p, &alpha, a, la.p, b, lb.p, &beta, c, lc.p, d, ld.p, &found.algo, workspace.p, bytes,
                          nullptr));
    }
};
