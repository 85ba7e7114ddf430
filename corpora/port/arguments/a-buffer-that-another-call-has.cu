// compile: needs hipsparse/hipsparse.h
// cusparseSpSM_solve keeps the buffer of the analysis; HIP's takes it once more.
#include <cusparse.h>

void solve(cusparseHandle_t handle, cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseDnMatDescr_t c,
           cusparseSpSMDescr_t lower, cusparseSpSMDescr_t upper, void *one, void *other) {
    const float alpha = 1;
    const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpSM_analysis(handle, plain, plain, &alpha, a, b, c, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, lower, one);
    cusparseSpSM_analysis(handle, plain, plain, &alpha, a, c, b, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, upper,
                          static_cast<char *>(other) + 256);
    cusparseSpSM_solve(handle, plain, plain, &alpha, a, b, c, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, lower);
    cusparseSpSM_solve(handle, plain, plain, &alpha, a, c, b, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, upper);
}
