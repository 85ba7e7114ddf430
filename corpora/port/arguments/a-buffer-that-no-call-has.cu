// compile: no, the analysis is in another file, and the buffer has to be passed by hand
#include <cusparse.h>

void elsewhere(cusparseHandle_t handle, cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSpSMDescr_t analysed) {
    const float alpha = 1;
    cusparseSpSM_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, b, b, CUDA_R_32F,
                       CUSPARSE_SPSM_ALG_DEFAULT, analysed);
}
