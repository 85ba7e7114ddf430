// What cuSPARSE says of itself: its version, and the names of its status codes.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cstring>
#include <cusparse.h>

int main() {
    Verdict verdict("sparse-status");
    cusparseHandle_t handle;
    verdict.holds("a handle", cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS);
    int version = 0;
    verdict.holds("a version", cusparseGetVersion(handle, &version) == CUSPARSE_STATUS_SUCCESS && version > 0);
    verdict.holds("a name", std::strstr(cusparseGetErrorName(CUSPARSE_STATUS_INVALID_VALUE), "SPARSE_STATUS_INVALID_VALUE") != nullptr);
    verdict.holds("a description", std::strlen(cusparseGetErrorString(CUSPARSE_STATUS_INVALID_VALUE)) > 0);
    verdict.holds("success", std::strstr(cusparseGetErrorName(CUSPARSE_STATUS_SUCCESS), "SPARSE_STATUS_SUCCESS") != nullptr);
    verdict.holds("destroyed", cusparseDestroy(handle) == CUSPARSE_STATUS_SUCCESS);
    return verdict.end();
}
