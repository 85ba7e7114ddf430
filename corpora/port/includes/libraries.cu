// compile: needs hipblas/hipblas.h hipfft/hipfft.h hiprand/hiprand.h hipsparse/hipsparse.h hipsolver/hipsolver.h rccl/rccl.h
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>

cublasHandle_t blas;
cufftHandle fft;
curandGenerator_t rand_;
curandState state;
cusolverDnHandle_t solver;
cusparseHandle_t sparse;
ncclComm_t comm;
