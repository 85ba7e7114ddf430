// Reductions of dense matrices to few diagonals and factorisations of symmetric ones, by hipSOLVER's names;
// `hipsolver/hipsolver.h` includes it.
#pragma once

hipsolverStatus_t hipsolverDnSetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t mode);
hipsolverStatus_t hipsolverDnSorgbr(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, float *A, int lda,
    const float *tau, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDorgbr(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, double *A, int lda,
    const double *tau, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCungbr(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, hipFloatComplex *A,
    int lda, const hipFloatComplex *tau, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZungbr(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, hipDoubleComplex
    *A, int lda, const hipDoubleComplex *tau, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSorgbr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, const
    float *A, int lda, const float *tau, int *lwork);
hipsolverStatus_t hipsolverDnDorgbr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, const
    double *A, int lda, const double *tau, int *lwork);
hipsolverStatus_t hipsolverDnCungbr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, const
    hipFloatComplex *A, int lda, const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZungbr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, int m, int n, int k, const
    hipDoubleComplex *A, int lda, const hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnSgebrd(hipsolverHandle_t handle, int m, int n, float *A, int lda, float *D, float *E, float
    *tauq, float *taup, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDgebrd(hipsolverHandle_t handle, int m, int n, double *A, int lda, double *D, double *E, double
    *tauq, double *taup, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCgebrd(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, float *D, float *E,
    hipFloatComplex *tauq, hipFloatComplex *taup, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZgebrd(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, double *D, double
    *E, hipDoubleComplex *tauq, hipDoubleComplex *taup, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSgebrd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnDgebrd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnCgebrd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnZgebrd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnSorgtr(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, const float
    *tau, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDorgtr(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, const double
    *tau, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCungtr(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    const hipFloatComplex *tau, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZungtr(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    const hipDoubleComplex *tau, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSorgtr_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const float *A, int
    lda, const float *tau, int *lwork);
hipsolverStatus_t hipsolverDnDorgtr_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const double *A, int
    lda, const double *tau, int *lwork);
hipsolverStatus_t hipsolverDnCungtr_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const hipFloatComplex
    *A, int lda, const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZungtr_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const hipDoubleComplex
    *A, int lda, const hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnGetDeterministicMode(hipsolverHandle_t handle, hipsolverDeterministicMode_t *mode);
hipsolverStatus_t hipsolverDnSormtr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, float *A, int lda, float *tau, float *C, int ldc, float *work, int lwork, int
    *devInfo);
hipsolverStatus_t hipsolverDnDormtr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, double *A, int lda, double *tau, double *C, int ldc, double *work, int lwork, int
    *devInfo);
hipsolverStatus_t hipsolverDnCunmtr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, hipFloatComplex *A, int lda, hipFloatComplex *tau, hipFloatComplex *C, int ldc,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZunmtr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *tau, hipDoubleComplex *C, int ldc,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSormtr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, const float *A, int lda, const float *tau, const float *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnDormtr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, const double *A, int lda, const double *tau, const double *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnCunmtr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, const hipFloatComplex *A, int lda, const hipFloatComplex *tau, const hipFloatComplex
    *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnZunmtr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int m, int n, const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau, const
    hipDoubleComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnSsytrd(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, float *D,
    float *E, float *tau, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsytrd(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, double *D,
    double *E, double *tau, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnChetrd(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    float *D, float *E, hipFloatComplex *tau, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZhetrd(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    double *D, double *E, hipDoubleComplex *tau, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSsytrd_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const float *A, int
    lda, const float *D, const float *E, const float *tau, int *lwork);
hipsolverStatus_t hipsolverDnDsytrd_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const double *A, int
    lda, const double *D, const double *E, const double *tau, int *lwork);
hipsolverStatus_t hipsolverDnChetrd_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const hipFloatComplex
    *A, int lda, const float *D, const float *E, const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZhetrd_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, const hipDoubleComplex
    *A, int lda, const double *D, const double *E, const hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnSsytrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, int *ipiv,
    float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsytrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, int *ipiv,
    double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCsytrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, int
    *ipiv, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZsytrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, int
    *ipiv, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSsytrf_bufferSize(hipsolverHandle_t handle, int n, float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnDsytrf_bufferSize(hipsolverHandle_t handle, int n, double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnCsytrf_bufferSize(hipsolverHandle_t handle, int n, hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnZsytrf_bufferSize(hipsolverHandle_t handle, int n, hipDoubleComplex *A, int lda, int *lwork);
