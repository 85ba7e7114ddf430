// `cublasSetWorkspace`: what its arguments are refused for, and a product with the workspace lent.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>

int main() {
    Verdict verdict("blas-workspace");
    const size_t bytes = 4 << 20;
    Array<char> memory(bytes + 256);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    verdict.holds("memory is lent", cublasSetWorkspace(handle, memory.p, bytes) == CUBLAS_STATUS_SUCCESS);
    verdict.holds("memory of any alignment is lent", cublasSetWorkspace(handle, memory.p + 16, bytes) == CUBLAS_STATUS_SUCCESS);
    verdict.holds("no handle is refused", cublasSetWorkspace(nullptr, memory.p, bytes) == CUBLAS_STATUS_NOT_INITIALIZED);

    const int n = 24;
    std::vector<float> a(n * n), b(n * n), want(n * n);
    for (int i = 0; i < n * n; i++) a[i] = static_cast<float>(i % 7 - 3), b[i] = static_cast<float>(i % 5 - 2);
    for (int column = 0; column < n; column++)
        for (int row = 0; row < n; row++)
            for (int k = 0; k < n; k++) want[column * n + row] += a[k * n + row] * b[column * n + k];
    const float one = 1, zero = 0;
    Array<float> da(a), db(b), dc(a.size());
    const cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da.p, n, db.p, n, &zero, dc.p, n);
    verdict.holds("a product", status == CUBLAS_STATUS_SUCCESS);
    verdict.same("the product", dc.host(), want);
    verdict.holds("the handle goes", cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
    return verdict.end();
}
