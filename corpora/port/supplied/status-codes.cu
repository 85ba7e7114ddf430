// compile: no, HIP has none of them: `hipify-rs build` does
// Codes of errors that HIP's libraries never give, named where errors are printed; the macro of cuSPARSE's header is HIP's guard.
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>

const char *name(cufftResult result) {
    switch (result) {
    case CUFFT_SUCCESS: return "CUFFT_SUCCESS";
    case CUFFT_LICENSE_ERROR: return "CUFFT_LICENSE_ERROR";
    case CUFFT_MISSING_DEPENDENCY: return "CUFFT_MISSING_DEPENDENCY";
    default: return "unknown";
    }
}
const char *name(cusolverStatus_t status) {
    return status == CUSOLVER_STATUS_INVALID_LICENSE ? "CUSOLVER_STATUS_INVALID_LICENSE" : "other";
}
#ifdef CUSPARSEAPI
const char *name(cusparseStatus_t status) { return status == CUSPARSE_STATUS_SUCCESS ? "success" : "other"; }
#endif
