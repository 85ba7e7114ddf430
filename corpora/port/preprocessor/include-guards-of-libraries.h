// compile: needs hipblas/hipblas.h hipfft/hipfft.h
#pragma once
#include <cublas_v2.h>

#ifdef CUBLAS_API_H_
inline bool failed(cublasStatus_t status) { return status != CUBLAS_STATUS_SUCCESS; }
#endif
#if defined(_CUFFT_H_) && !defined(QUIET)
inline bool failed(cufftResult result) { return result != CUFFT_SUCCESS; }
#endif
