// hipSOLVER's dense interface, and of its sparse one what solves systems, in the form that cuSOLVER's takes there, for the bundled library.
#pragma once

// The include guard of AMD's header, by which programs ask whether the library is there.
#define HIPSOLVER_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas/hipblas.h>

typedef enum hipsolverStatus_t {
    HIPSOLVER_STATUS_SUCCESS = 0,
    HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
    HIPSOLVER_STATUS_ALLOC_FAILED = 2,
    HIPSOLVER_STATUS_INVALID_VALUE = 3,
    HIPSOLVER_STATUS_MAPPING_ERROR = 4,
    HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
    HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
    HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
    HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
    HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
    HIPSOLVER_STATUS_INVALID_ENUM = 10,
    HIPSOLVER_STATUS_UNKNOWN = 11,
    HIPSOLVER_STATUS_ZERO_PIVOT = 12,
    HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13
} hipsolverStatus_t;

typedef enum hipsolverEigMode_t { HIPSOLVER_EIG_MODE_NOVECTOR = 201, HIPSOLVER_EIG_MODE_VECTOR = 202 } hipsolverEigMode_t;
typedef enum hipsolverEigType_t { HIPSOLVER_EIG_TYPE_1 = 211, HIPSOLVER_EIG_TYPE_2 = 212, HIPSOLVER_EIG_TYPE_3 = 213 } hipsolverEigType_t;

typedef enum hipsolverEigRange_t {
    HIPSOLVER_EIG_RANGE_ALL = 221,
    HIPSOLVER_EIG_RANGE_V = 222,
    HIPSOLVER_EIG_RANGE_I = 223
} hipsolverEigRange_t;
typedef enum hipsolverAlgMode_t { HIPSOLVER_ALG_0 = 231, HIPSOLVER_ALG_1 = 232 } hipsolverAlgMode_t;
typedef enum hipsolverDeterministicMode_t {
    HIPSOLVER_DETERMINISTIC_RESULTS = 241,
    HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 242
} hipsolverDeterministicMode_t;
typedef enum hipsolverDnFunction_t { HIPSOLVERDN_GETRF = 0 } hipsolverDnFunction_t;

typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT

typedef void *hipsolverHandle_t;
typedef hipsolverHandle_t hipsolverDnHandle_t;
typedef void *hipsolverSyevjInfo_t;
typedef void *hipsolverGesvdjInfo_t;
typedef void *hipsolverDnParams_t;
typedef void *hipsolverSpHandle_t;
typedef void *hipsparseMatDescr_t;

#ifdef __cplusplus
extern "C" {
#endif

hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle);
hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t handle);
hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t handle, hipStream_t streamId);
hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t handle, hipStream_t *streamId);
hipsolverStatus_t hipsolverDnCreate(hipsolverHandle_t *handle);
hipsolverStatus_t hipsolverDnDestroy(hipsolverHandle_t handle);
hipsolverStatus_t hipsolverDnSetStream(hipsolverHandle_t handle, hipStream_t streamId);
hipsolverStatus_t hipsolverDnGetStream(hipsolverHandle_t handle, hipStream_t *streamId);
hipsolverStatus_t hipsolverDnSorgqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, const float *A, int lda, const float
    *tau, int *lwork);
hipsolverStatus_t hipsolverDnDorgqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, const double *A, int lda, const
    double *tau, int *lwork);
hipsolverStatus_t hipsolverDnCungqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, const hipFloatComplex *A, int lda,
    const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZungqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, const hipDoubleComplex *A, int lda,
    const hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnSorgqr(hipsolverHandle_t handle, int m, int n, int k, float *A, int lda, const float *tau, float
    *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDorgqr(hipsolverHandle_t handle, int m, int n, int k, double *A, int lda, const double *tau, double
    *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCungqr(hipsolverHandle_t handle, int m, int n, int k, hipFloatComplex *A, int lda, const
    hipFloatComplex *tau, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZungqr(hipsolverHandle_t handle, int m, int n, int k, hipDoubleComplex *A, int lda, const
    hipDoubleComplex *tau, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSormqr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m,
    int n, int k, const float *A, int lda, const float *tau, const float *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnDormqr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m,
    int n, int k, const double *A, int lda, const double *tau, const double *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnCunmqr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m,
    int n, int k, const hipFloatComplex *A, int lda, const hipFloatComplex *tau, const hipFloatComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnZunmqr_bufferSize(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m,
    int n, int k, const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau, const hipDoubleComplex *C, int ldc, int
    *lwork);
hipsolverStatus_t hipsolverDnSormqr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m, int n, int
    k, const float *A, int lda, const float *tau, float *C, int ldc, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDormqr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m, int n, int
    k, const double *A, int lda, const double *tau, double *C, int ldc, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCunmqr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m, int n, int
    k, const hipFloatComplex *A, int lda, const hipFloatComplex *tau, hipFloatComplex *C, int ldc, hipFloatComplex *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZunmqr(hipsolverHandle_t handle, hipblasSideMode_t side, hipblasOperation_t trans, int m, int n, int
    k, const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau, hipDoubleComplex *C, int ldc, hipDoubleComplex *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnDgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnCgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnZgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnSgeqrf(hipsolverHandle_t handle, int m, int n, float *A, int lda, float *tau, float *work, int lwork,
    int *devInfo);
hipsolverStatus_t hipsolverDnDgeqrf(hipsolverHandle_t handle, int m, int n, double *A, int lda, double *tau, double *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCgeqrf(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, hipFloatComplex *tau,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZgeqrf(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *tau,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSgesvd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnDgesvd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnCgesvd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnZgesvd_bufferSize(hipsolverHandle_t handle, int m, int n, int *lwork);
hipsolverStatus_t hipsolverDnSgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, float *A, int lda,
    float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, float *rwork, int *devInfo);
hipsolverStatus_t hipsolverDnDgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, double *A, int
    lda, double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, double *rwork, int *devInfo);
hipsolverStatus_t hipsolverDnCgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, hipFloatComplex
    *A, int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, float
    *rwork, int *devInfo);
hipsolverStatus_t hipsolverDnZgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, hipDoubleComplex
    *A, int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work, int lwork, double
    *rwork, int *devInfo);
hipsolverStatus_t hipsolverDnSgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnDgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnCgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnZgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnSgetrf(hipsolverHandle_t handle, int m, int n, float *A, int lda, float *work, int *devIpiv, int
    *devInfo);
hipsolverStatus_t hipsolverDnDgetrf(hipsolverHandle_t handle, int m, int n, double *A, int lda, double *work, int *devIpiv, int
    *devInfo);
hipsolverStatus_t hipsolverDnCgetrf(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, hipFloatComplex *work,
    int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDnZgetrf(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *work,
    int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDnSgetrs(hipsolverHandle_t handle, hipblasOperation_t trans, int n, int nrhs, const float *A, int lda,
    const int *devIpiv, float *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnDgetrs(hipsolverHandle_t handle, hipblasOperation_t trans, int n, int nrhs, const double *A, int lda,
    const int *devIpiv, double *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnCgetrs(hipsolverHandle_t handle, hipblasOperation_t trans, int n, int nrhs, const hipFloatComplex *A,
    int lda, const int *devIpiv, hipFloatComplex *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnZgetrs(hipsolverHandle_t handle, hipblasOperation_t trans, int n, int nrhs, const hipDoubleComplex
    *A, int lda, const int *devIpiv, hipDoubleComplex *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnSpotrf_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDnDpotrf_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDnCpotrf_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverDnZpotrf_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverDnSpotrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDpotrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, double *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCpotrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZpotrf(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSpotri_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDnDpotri_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDnCpotri_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverDnZpotri_bufferSize(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverDnSpotri(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A, int lda, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDpotri(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A, int lda, double *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCpotri(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZpotri(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSpotrs(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, const float *A, int lda,
    float *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnDpotrs(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, const double *A, int lda,
    double *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnCpotrs(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, const hipFloatComplex *A,
    int lda, hipFloatComplex *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnZpotrs(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, const hipDoubleComplex *A,
    int lda, hipDoubleComplex *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnSsyevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    const float *A, int lda, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnDsyevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    const double *A, int lda, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnCheevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    const hipFloatComplex *A, int lda, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnZheevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    const hipDoubleComplex *A, int lda, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnSsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, float *A,
    int lda, float *W, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, double *A,
    int lda, double *W, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCreateSyevjInfo(hipsolverSyevjInfo_t *info);
hipsolverStatus_t hipsolverDnDestroySyevjInfo(hipsolverSyevjInfo_t info);
hipsolverStatus_t hipsolverDnXsyevjSetTolerance(hipsolverSyevjInfo_t info, double tolerance);
hipsolverStatus_t hipsolverDnXsyevjSetMaxSweeps(hipsolverSyevjInfo_t info, int max_sweeps);
hipsolverStatus_t hipsolverDnXsyevjSetSortEig(hipsolverSyevjInfo_t info, int sort_eig);
hipsolverStatus_t hipsolverDnXsyevjGetSweeps(hipsolverDnHandle_t handle, hipsolverSyevjInfo_t info, int *executed_sweeps);
hipsolverStatus_t hipsolverDnXsyevjGetResidual(hipsolverDnHandle_t handle, hipsolverSyevjInfo_t info, double *residual);
hipsolverStatus_t hipsolverDnCreateGesvdjInfo(hipsolverGesvdjInfo_t *info);
hipsolverStatus_t hipsolverDnDestroyGesvdjInfo(hipsolverGesvdjInfo_t info);
hipsolverStatus_t hipsolverDnXgesvdjSetTolerance(hipsolverGesvdjInfo_t info, double tolerance);
hipsolverStatus_t hipsolverDnXgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t info, int max_sweeps);
hipsolverStatus_t hipsolverDnXgesvdjSetSortEig(hipsolverGesvdjInfo_t info, int sort_eig);
hipsolverStatus_t hipsolverDnXgesvdjGetSweeps(hipsolverDnHandle_t handle, hipsolverGesvdjInfo_t info, int *executed_sweeps);
hipsolverStatus_t hipsolverDnXgesvdjGetResidual(hipsolverDnHandle_t handle, hipsolverGesvdjInfo_t info, double *residual);
hipsolverStatus_t hipsolverDnSsygvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const float *A, int lda, const float *B, int ldb, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnSsygvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSsyevj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int
    n, const float *A, int lda, const float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsyevj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, float *A,
    int lda, float *W, float *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsygvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const float *A, int lda, const float *B, int ldb, const float *W, int *lwork,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsygvj(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, float *work, int lwork, int *devInfo,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsyevjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t
    uplo, int n, const float *A, int lda, const float *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnSsyevjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    float *A, int lda, float *W, float *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnSgesvdj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const float *A, int lda, const float *S, const float *U, int ldu, const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params);
hipsolverStatus_t hipsolverDnSgesvdj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, float *A, int
    lda, float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnSgesvdjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    float *A, int lda, const float *S, const float *U, int ldu, const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params, int batch_count);
hipsolverStatus_t hipsolverDnSgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, float *A, int lda,
    float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverDnSgesvdaStridedBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m,
    int n, const float *A, int lda, long long int strideA, const float *S, long long int strideS, const float *U, int ldu, long
    long int strideU, const float *V, int ldv, long long int strideV, int *lwork, int batch_count);
hipsolverStatus_t hipsolverDnSgesvdaStridedBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n,
    const float *A, int lda, long long int strideA, float *S, long long int strideS, float *U, int ldu, long long int strideU,
    float *V, int ldv, long long int strideV, float *work, int lwork, int *devInfo, double *hRnrmF, int batch_count);
hipsolverStatus_t hipsolverDnDsygvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const double *A, int lda, const double *B, int ldb, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnDsygvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsyevj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int
    n, const double *A, int lda, const double *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsyevj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, double
    *A, int lda, double *W, double *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsygvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const double *A, int lda, const double *B, int ldb, const double *W, int *lwork,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsygvj(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, double *work, int lwork, int *devInfo,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsyevjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t
    uplo, int n, const double *A, int lda, const double *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnDsyevjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    double *A, int lda, double *W, double *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnDgesvdj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const double *A, int lda, const double *S, const double *U, int ldu, const double *V, int ldv, int *lwork,
    hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnDgesvdj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, double *A, int
    lda, double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnDgesvdjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    double *A, int lda, const double *S, const double *U, int ldu, const double *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params, int batch_count);
hipsolverStatus_t hipsolverDnDgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, double *A, int
    lda, double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params,
    int batch_count);
hipsolverStatus_t hipsolverDnDgesvdaStridedBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m,
    int n, const double *A, int lda, long long int strideA, const double *S, long long int strideS, const double *U, int ldu,
    long long int strideU, const double *V, int ldv, long long int strideV, int *lwork, int batch_count);
hipsolverStatus_t hipsolverDnDgesvdaStridedBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n,
    const double *A, int lda, long long int strideA, double *S, long long int strideS, double *U, int ldu, long long int strideU,
    double *V, int ldv, long long int strideV, double *work, int lwork, int *devInfo, double *hRnrmF, int batch_count);
hipsolverStatus_t hipsolverDnChegvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, const hipFloatComplex *B, int ldb, const float *W, int
    *lwork);
hipsolverStatus_t hipsolverDnChegvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, hipFloatComplex *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCheevj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int
    n, const hipFloatComplex *A, int lda, const float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnCheevj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, hipFloatComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnChegvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, const hipFloatComplex *B, int ldb, const float *W, int
    *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnChegvj(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, hipFloatComplex *work, int
    lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnCheevjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t
    uplo, int n, const hipFloatComplex *A, int lda, const float *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnCheevjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, hipFloatComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverDnCgesvdj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu, const hipFloatComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnCgesvdj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, hipFloatComplex
    *A, int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnCgesvdjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu, const hipFloatComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnCgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, hipFloatComplex
    *A, int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnCgesvdaStridedBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m,
    int n, const hipFloatComplex *A, int lda, long long int strideA, const float *S, long long int strideS, const hipFloatComplex
    *U, int ldu, long long int strideU, const hipFloatComplex *V, int ldv, long long int strideV, int *lwork, int batch_count);
hipsolverStatus_t hipsolverDnCgesvdaStridedBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n,
    const hipFloatComplex *A, int lda, long long int strideA, float *S, long long int strideS, hipFloatComplex *U, int ldu, long
    long int strideU, hipFloatComplex *V, int ldv, long long int strideV, hipFloatComplex *work, int lwork, int *devInfo, double
    *hRnrmF, int batch_count);
hipsolverStatus_t hipsolverDnZhegvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, const hipDoubleComplex *B, int ldb, const double *W, int
    *lwork);
hipsolverStatus_t hipsolverDnZhegvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, hipDoubleComplex *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZheevj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int
    n, const hipDoubleComplex *A, int lda, const double *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZheevj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, hipDoubleComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZhegvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, const hipDoubleComplex *B, int ldb, const double *W, int
    *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZhegvj(hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, hipDoubleComplex *work,
    int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZheevjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t
    uplo, int n, const hipDoubleComplex *A, int lda, const double *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnZheevjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, hipDoubleComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverDnZgesvdj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const hipDoubleComplex *A, int lda, const double *S, const hipDoubleComplex *U, int ldu, const hipDoubleComplex *V, int ldv,
    int *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnZgesvdj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    hipDoubleComplex *A, int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work,
    int lwork, int *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnZgesvdjBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    hipDoubleComplex *A, int lda, const double *S, const hipDoubleComplex *U, int ldu, const hipDoubleComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnZgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, hipDoubleComplex
    *A, int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDnZgesvdaStridedBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m,
    int n, const hipDoubleComplex *A, int lda, long long int strideA, const double *S, long long int strideS, const
    hipDoubleComplex *U, int ldu, long long int strideU, const hipDoubleComplex *V, int ldv, long long int strideV, int *lwork,
    int batch_count);
hipsolverStatus_t hipsolverDnZgesvdaStridedBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n,
    const hipDoubleComplex *A, int lda, long long int strideA, double *S, long long int strideS, hipDoubleComplex *U, int ldu,
    long long int strideU, hipDoubleComplex *V, int ldv, long long int strideV, hipDoubleComplex *work, int lwork, int *devInfo,
    double *hRnrmF, int batch_count);
hipsolverStatus_t hipsolverDnSpotrfBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, float *A[], int lda, int
    *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnSpotrsBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, float *A[], int
    lda, float *B[], int ldb, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnSSgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, float *A, int lda, float *B, int
    ldb, float *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnSSgels(hipsolverHandle_t handle, int m, int n, int nrhs, float *A, int lda, float *B, int ldb, float
    *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnSSgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, float *A, int lda, int *devIpiv, float
    *B, int ldb, float *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnSSgesv(hipsolverHandle_t handle, int n, int nrhs, float *A, int lda, int *devIpiv, float *B, int
    ldb, float *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnDpotrfBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, double *A[], int lda, int
    *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnDpotrsBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, double *A[], int
    lda, double *B[], int ldb, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnDDgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, double *A, int lda, double *B,
    int ldb, double *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnDDgels(hipsolverHandle_t handle, int m, int n, int nrhs, double *A, int lda, double *B, int ldb,
    double *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnDDgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, double *A, int lda, int *devIpiv,
    double *B, int ldb, double *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnDDgesv(hipsolverHandle_t handle, int n, int nrhs, double *A, int lda, int *devIpiv, double *B, int
    ldb, double *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnCpotrfBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipFloatComplex *A[], int
    lda, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnCpotrsBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, hipFloatComplex
    *A[], int lda, hipFloatComplex *B[], int ldb, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnCCgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, hipFloatComplex *A, int lda,
    hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnCCgels(hipsolverHandle_t handle, int m, int n, int nrhs, hipFloatComplex *A, int lda,
    hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnCCgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, hipFloatComplex *A, int lda, int
    *devIpiv, hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnCCgesv(hipsolverHandle_t handle, int n, int nrhs, hipFloatComplex *A, int lda, int *devIpiv,
    hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnZpotrfBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, hipDoubleComplex *A[], int
    lda, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnZpotrsBatched(hipsolverHandle_t handle, hipblasFillMode_t uplo, int n, int nrhs, hipDoubleComplex
    *A[], int lda, hipDoubleComplex *B[], int ldb, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDnZZgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, hipDoubleComplex *A, int lda,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnZZgels(hipsolverHandle_t handle, int m, int n, int nrhs, hipDoubleComplex *A, int lda,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDnZZgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, hipDoubleComplex *A, int lda, int
    *devIpiv, hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t *lwork);
hipsolverStatus_t hipsolverDnZZgesv(hipsolverHandle_t handle, int n, int nrhs, hipDoubleComplex *A, int lda, int *devIpiv,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverCreateGesvdjInfo(hipsolverGesvdjInfo_t *info);
hipsolverStatus_t hipsolverDestroyGesvdjInfo(hipsolverGesvdjInfo_t info);
hipsolverStatus_t hipsolverXgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t info, int max_sweeps);
hipsolverStatus_t hipsolverXgesvdjSetSortEig(hipsolverGesvdjInfo_t info, int sort_eig);
hipsolverStatus_t hipsolverXgesvdjSetTolerance(hipsolverGesvdjInfo_t info, double tolerance);
hipsolverStatus_t hipsolverXgesvdjGetResidual(hipsolverHandle_t handle, hipsolverGesvdjInfo_t info, double *residual);
hipsolverStatus_t hipsolverXgesvdjGetSweeps(hipsolverHandle_t handle, hipsolverGesvdjInfo_t info, int *executed_sweeps);
hipsolverStatus_t hipsolverCreateSyevjInfo(hipsolverSyevjInfo_t *info);
hipsolverStatus_t hipsolverDestroySyevjInfo(hipsolverSyevjInfo_t info);
hipsolverStatus_t hipsolverXsyevjSetMaxSweeps(hipsolverSyevjInfo_t info, int max_sweeps);
hipsolverStatus_t hipsolverXsyevjSetSortEig(hipsolverSyevjInfo_t info, int sort_eig);
hipsolverStatus_t hipsolverXsyevjSetTolerance(hipsolverSyevjInfo_t info, double tolerance);
hipsolverStatus_t hipsolverXsyevjGetResidual(hipsolverHandle_t handle, hipsolverSyevjInfo_t info, double *residual);
hipsolverStatus_t hipsolverXsyevjGetSweeps(hipsolverHandle_t handle, hipsolverSyevjInfo_t info, int *executed_sweeps);
hipsolverStatus_t hipsolverSorgqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, float *A, int lda, float *tau, int
    *lwork);
hipsolverStatus_t hipsolverDorgqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, double *A, int lda, double *tau, int
    *lwork);
hipsolverStatus_t hipsolverCungqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, hipFloatComplex *A, int lda,
    hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverZungqr_bufferSize(hipsolverHandle_t handle, int m, int n, int k, hipDoubleComplex *A, int lda,
    hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverSorgqr(hipsolverHandle_t handle, int m, int n, int k, float *A, int lda, float *tau, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDorgqr(hipsolverHandle_t handle, int m, int n, int k, double *A, int lda, double *tau, double *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverCungqr(hipsolverHandle_t handle, int m, int n, int k, hipFloatComplex *A, int lda, hipFloatComplex
    *tau, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZungqr(hipsolverHandle_t handle, int m, int n, int k, hipDoubleComplex *A, int lda, hipDoubleComplex
    *tau, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSormqr_bufferSize(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int
    m, int n, int k, float *A, int lda, float *tau, float *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDormqr_bufferSize(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int
    m, int n, int k, double *A, int lda, double *tau, double *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverCunmqr_bufferSize(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int
    m, int n, int k, hipFloatComplex *A, int lda, hipFloatComplex *tau, hipFloatComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverZunmqr_bufferSize(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int
    m, int n, int k, hipDoubleComplex *A, int lda, hipDoubleComplex *tau, hipDoubleComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverSormqr(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, float *A, int lda, float *tau, float *C, int ldc, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDormqr(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, double *A, int lda, double *tau, double *C, int ldc, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverCunmqr(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, hipFloatComplex *A, int lda, hipFloatComplex *tau, hipFloatComplex *C, int ldc, hipFloatComplex *work, int lwork, int
    *devInfo);
hipsolverStatus_t hipsolverZunmqr(hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, hipDoubleComplex *A, int lda, hipDoubleComplex *tau, hipDoubleComplex *C, int ldc, hipDoubleComplex *work, int lwork,
    int *devInfo);
hipsolverStatus_t hipsolverSSgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, float *A, int lda, float *B, int
    ldb, float *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverDDgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, double *A, int lda, double *B,
    int ldb, double *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverCCgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, hipFloatComplex *A, int lda,
    hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverZZgels_bufferSize(hipsolverHandle_t handle, int m, int n, int nrhs, hipDoubleComplex *A, int lda,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverSSgels(hipsolverHandle_t handle, int m, int n, int nrhs, float *A, int lda, float *B, int ldb, float
    *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDDgels(hipsolverHandle_t handle, int m, int n, int nrhs, double *A, int lda, double *B, int ldb,
    double *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverCCgels(hipsolverHandle_t handle, int m, int n, int nrhs, hipFloatComplex *A, int lda, hipFloatComplex
    *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverZZgels(hipsolverHandle_t handle, int m, int n, int nrhs, hipDoubleComplex *A, int lda,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverSgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverCgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverZgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverSgeqrf(hipsolverHandle_t handle, int m, int n, float *A, int lda, float *tau, float *work, int lwork,
    int *devInfo);
hipsolverStatus_t hipsolverDgeqrf(hipsolverHandle_t handle, int m, int n, double *A, int lda, double *tau, double *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverCgeqrf(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, hipFloatComplex *tau,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZgeqrf(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *tau,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSSgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, float *A, int lda, int *devIpiv, float
    *B, int ldb, float *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverDDgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, double *A, int lda, int *devIpiv, double
    *B, int ldb, double *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverCCgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, hipFloatComplex *A, int lda, int
    *devIpiv, hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverZZgesv_bufferSize(hipsolverHandle_t handle, int n, int nrhs, hipDoubleComplex *A, int lda, int
    *devIpiv, hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, size_t *lwork);
hipsolverStatus_t hipsolverSSgesv(hipsolverHandle_t handle, int n, int nrhs, float *A, int lda, int *devIpiv, float *B, int ldb,
    float *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverDDgesv(hipsolverHandle_t handle, int n, int nrhs, double *A, int lda, int *devIpiv, double *B, int
    ldb, double *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverCCgesv(hipsolverHandle_t handle, int n, int nrhs, hipFloatComplex *A, int lda, int *devIpiv,
    hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverZZgesv(hipsolverHandle_t handle, int n, int nrhs, hipDoubleComplex *A, int lda, int *devIpiv,
    hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
hipsolverStatus_t hipsolverSgesvd_bufferSize(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, int
    *lwork);
hipsolverStatus_t hipsolverDgesvd_bufferSize(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, int
    *lwork);
hipsolverStatus_t hipsolverCgesvd_bufferSize(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, int
    *lwork);
hipsolverStatus_t hipsolverZgesvd_bufferSize(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, int
    *lwork);
hipsolverStatus_t hipsolverSgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, float *A, int lda,
    float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, float *rwork, int *devInfo);
hipsolverStatus_t hipsolverDgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, double *A, int
    lda, double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, double *rwork, int *devInfo);
hipsolverStatus_t hipsolverCgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, hipFloatComplex
    *A, int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, float
    *rwork, int *devInfo);
hipsolverStatus_t hipsolverZgesvd(hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, hipDoubleComplex
    *A, int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work, int lwork,
    double *rwork, int *devInfo);
hipsolverStatus_t hipsolverSgesvdj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const
    float *A, int lda, const float *S, const float *U, int ldu, const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params);
hipsolverStatus_t hipsolverDgesvdj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const
    double *A, int lda, const double *S, const double *U, int ldu, const double *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params);
hipsolverStatus_t hipsolverCgesvdj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const
    hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu, const hipFloatComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverZgesvdj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const
    hipDoubleComplex *A, int lda, const double *S, const hipDoubleComplex *U, int ldu, const hipDoubleComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverSgesvdj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, float *A, int lda,
    float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDgesvdj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, double *A, int
    lda, double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t
    params);
hipsolverStatus_t hipsolverCgesvdj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, hipFloatComplex
    *A, int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverZgesvdj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, hipDoubleComplex
    *A, int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverSgesvdjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    float *A, int lda, const float *S, const float *U, int ldu, const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params, int batch_count);
hipsolverStatus_t hipsolverDgesvdjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    double *A, int lda, const double *S, const double *U, int ldu, const double *V, int ldv, int *lwork, hipsolverGesvdjInfo_t
    params, int batch_count);
hipsolverStatus_t hipsolverCgesvdjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu, const hipFloatComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverZgesvdjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const
    hipDoubleComplex *A, int lda, const double *S, const hipDoubleComplex *U, int ldu, const hipDoubleComplex *V, int ldv, int
    *lwork, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverSgesvdjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, float *A, int lda,
    float *S, float *U, int ldu, float *V, int ldv, float *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverDgesvdjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, double *A, int lda,
    double *S, double *U, int ldu, double *V, int ldv, double *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverCgesvdjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, hipFloatComplex *A,
    int lda, float *S, hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv, hipFloatComplex *work, int lwork, int *devInfo,
    hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverZgesvdjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, hipDoubleComplex *A,
    int lda, double *S, hipDoubleComplex *U, int ldu, hipDoubleComplex *V, int ldv, hipDoubleComplex *work, int lwork, int
    *devInfo, hipsolverGesvdjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverSgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverCgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverZgetrf_bufferSize(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverSgetrf(hipsolverHandle_t handle, int m, int n, float *A, int lda, float *work, int lwork, int
    *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDgetrf(hipsolverHandle_t handle, int m, int n, double *A, int lda, double *work, int lwork, int
    *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverCgetrf(hipsolverHandle_t handle, int m, int n, hipFloatComplex *A, int lda, hipFloatComplex *work,
    int lwork, int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverZgetrf(hipsolverHandle_t handle, int m, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *work,
    int lwork, int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverSgetrs_bufferSize(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, float *A,
    int lda, int *devIpiv, float *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverDgetrs_bufferSize(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, double *A,
    int lda, int *devIpiv, double *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverCgetrs_bufferSize(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,
    hipFloatComplex *A, int lda, int *devIpiv, hipFloatComplex *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverZgetrs_bufferSize(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,
    hipDoubleComplex *A, int lda, int *devIpiv, hipDoubleComplex *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverSgetrs(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, float *A, int lda, int
    *devIpiv, float *B, int ldb, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDgetrs(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, double *A, int lda, int
    *devIpiv, double *B, int ldb, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverCgetrs(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, hipFloatComplex *A, int
    lda, int *devIpiv, hipFloatComplex *B, int ldb, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZgetrs(hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, hipDoubleComplex *A,
    int lda, int *devIpiv, hipDoubleComplex *B, int ldb, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSpotrf_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDpotrf_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverCpotrf_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverZpotrf_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverSpotrf(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A, int lda, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDpotrf(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A, int lda, double *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverCpotrf(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZpotrf(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSpotrfBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A[], int
    lda, int *lwork, int batch_count);
hipsolverStatus_t hipsolverDpotrfBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A[], int
    lda, int *lwork, int batch_count);
hipsolverStatus_t hipsolverCpotrfBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex
    *A[], int lda, int *lwork, int batch_count);
hipsolverStatus_t hipsolverZpotrfBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex
    *A[], int lda, int *lwork, int batch_count);
hipsolverStatus_t hipsolverSpotrfBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A[], int lda, float
    *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDpotrfBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A[], int lda, double
    *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverCpotrfBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex *A[], int
    lda, hipFloatComplex *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverZpotrfBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A[], int
    lda, hipDoubleComplex *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverSpotri_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverDpotri_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A, int lda, int
    *lwork);
hipsolverStatus_t hipsolverCpotri_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverZpotri_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int
    lda, int *lwork);
hipsolverStatus_t hipsolverSpotri(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, float *A, int lda, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDpotri(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, double *A, int lda, double *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverCpotri(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZpotri(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSpotrs_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, float *A, int
    lda, float *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverDpotrs_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, double *A, int
    lda, double *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverCpotrs_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,
    hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverZpotrs_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,
    hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, int *lwork);
hipsolverStatus_t hipsolverSpotrs(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, float *A, int lda, float
    *B, int ldb, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDpotrs(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, double *A, int lda,
    double *B, int ldb, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverCpotrs(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, hipFloatComplex *A, int
    lda, hipFloatComplex *B, int ldb, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZpotrs(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, hipDoubleComplex *A, int
    lda, hipDoubleComplex *B, int ldb, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSpotrsBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, float
    *A[], int lda, float *B[], int ldb, int *lwork, int batch_count);
hipsolverStatus_t hipsolverDpotrsBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, double
    *A[], int lda, double *B[], int ldb, int *lwork, int batch_count);
hipsolverStatus_t hipsolverCpotrsBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,
    hipFloatComplex *A[], int lda, hipFloatComplex *B[], int ldb, int *lwork, int batch_count);
hipsolverStatus_t hipsolverZpotrsBatched_bufferSize(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,
    hipDoubleComplex *A[], int lda, hipDoubleComplex *B[], int ldb, int *lwork, int batch_count);
hipsolverStatus_t hipsolverSpotrsBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, float *A[], int
    lda, float *B[], int ldb, float *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverDpotrsBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, double *A[], int
    lda, double *B[], int ldb, double *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverCpotrsBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, hipFloatComplex
    *A[], int lda, hipFloatComplex *B[], int ldb, hipFloatComplex *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverZpotrsBatched(hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, hipDoubleComplex
    *A[], int lda, hipDoubleComplex *B[], int ldb, hipDoubleComplex *work, int lwork, int *devInfo, int batch_count);
hipsolverStatus_t hipsolverSsyevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    float *A, int lda, float *D, int *lwork);
hipsolverStatus_t hipsolverDsyevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    double *A, int lda, double *D, int *lwork);
hipsolverStatus_t hipsolverCheevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *D, int *lwork);
hipsolverStatus_t hipsolverZheevd_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *D, int *lwork);
hipsolverStatus_t hipsolverSsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, float *A,
    int lda, float *D, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, double *A,
    int lda, double *D, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverCheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *D, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *D, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSsyevj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    float *A, int lda, float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDsyevj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    double *A, int lda, double *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverCheevj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverZheevj_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverSsyevj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, float *A,
    int lda, float *W, float *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDsyevj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, double *A,
    int lda, double *W, double *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverCheevj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, hipFloatComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverZheevj(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, hipDoubleComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverSsyevjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, float *A, int lda, float *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDsyevjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, double *A, int lda, double *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverCheevjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, hipFloatComplex *A, int lda, float *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverZheevjBatched_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, hipDoubleComplex *A, int lda, double *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverSsyevjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    float *A, int lda, float *W, float *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverDsyevjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    double *A, int lda, double *W, double *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int batch_count);
hipsolverStatus_t hipsolverCheevjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipFloatComplex *A, int lda, float *W, hipFloatComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverZheevjBatched(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
    hipDoubleComplex *A, int lda, double *W, hipDoubleComplex *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params, int
    batch_count);
hipsolverStatus_t hipsolverSsygvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, int *lwork);
hipsolverStatus_t hipsolverDsygvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, int *lwork);
hipsolverStatus_t hipsolverChegvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, int *lwork);
hipsolverStatus_t hipsolverZhegvd_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, int *lwork);
hipsolverStatus_t hipsolverSsygvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDsygvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverChegvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, hipFloatComplex *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverZhegvd(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, hipDoubleComplex
    *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSsygvj_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDsygvj_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, int *lwork, hipsolverSyevjInfo_t
    params);
hipsolverStatus_t hipsolverChegvj_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, int *lwork,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverZhegvj_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, int *lwork,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverSsygvj(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float *W, float *work, int lwork, int *devInfo,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDsygvj(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double *W, double *work, int lwork, int *devInfo,
    hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverChegvj(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float *W, hipFloatComplex *work,
    int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverZhegvj(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double *W, hipDoubleComplex
    *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverSsyevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const float *A, int lda, float vl, float vu, int il, int iu, int *nev, const float *W, int
    *lwork);
hipsolverStatus_t hipsolverDsyevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const double *A, int lda, double vl, double vu, int il, int iu, int *nev, const double *W,
    int *lwork);
hipsolverStatus_t hipsolverCheevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, float vl, float vu, int il, int iu, int *nev, const float
    *W, int *lwork);
hipsolverStatus_t hipsolverZheevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, double vl, double vu, int il, int iu, int *nev, const
    double *W, int *lwork);
hipsolverStatus_t hipsolverSsyevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, float *A, int lda, float vl, float vu, int il, int iu, int *nev, float *W, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDsyevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, double *A, int lda, double vl, double vu, int il, int iu, int *nev, double *W, double *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverCheevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, float vl, float vu, int il, int iu, int *nev, float *W,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZheevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, double vl, double vu, int il, int iu, int *nev, double *W,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverSsygvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const float *A, int lda, const float *B, int ldb, float vl, float
    vu, int il, int iu, int *nev, const float *W, int *lwork);
hipsolverStatus_t hipsolverDsygvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const double *A, int lda, const double *B, int ldb, double vl,
    double vu, int il, int iu, int *nev, const double *W, int *lwork);
hipsolverStatus_t hipsolverChegvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, const hipFloatComplex *B, int
    ldb, float vl, float vu, int il, int iu, int *nev, const float *W, int *lwork);
hipsolverStatus_t hipsolverZhegvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, const hipDoubleComplex *B, int
    ldb, double vl, double vu, int il, int iu, int *nev, const double *W, int *lwork);
hipsolverStatus_t hipsolverSsygvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float vl, float vu, int il,
    int iu, int *nev, float *W, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDsygvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double vl, double vu, int
    il, int iu, int *nev, double *W, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverChegvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float
    vl, float vu, int il, int iu, int *nev, float *W, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverZhegvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double
    vl, double vu, int il, int iu, int *nev, double *W, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSsyevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const float *A, int lda, float vl, float vu, int il, int iu, int *nev, const float *W, int
    *lwork);
hipsolverStatus_t hipsolverDnDsyevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const double *A, int lda, double vl, double vu, int il, int iu, int *nev, const double *W,
    int *lwork);
hipsolverStatus_t hipsolverDnCheevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, float vl, float vu, int il, int iu, int *nev, const float
    *W, int *lwork);
hipsolverStatus_t hipsolverDnZheevdx_bufferSize(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, double vl, double vu, int il, int iu, int *nev, const
    double *W, int *lwork);
hipsolverStatus_t hipsolverDnSsyevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, float *A, int lda, float vl, float vu, int il, int iu, int *nev, float *W, float *work, int
    lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsyevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, double *A, int lda, double vl, double vu, int il, int iu, int *nev, double *W, double *work,
    int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCheevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, float vl, float vu, int il, int iu, int *nev, float *W,
    hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZheevdx(hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, double vl, double vu, int il, int iu, int *nev, double *W,
    hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSsygvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const float *A, int lda, const float *B, int ldb, float vl, float
    vu, int il, int iu, int *nev, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnDsygvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const double *A, int lda, const double *B, int ldb, double vl,
    double vu, int il, int iu, int *nev, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnChegvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const hipFloatComplex *A, int lda, const hipFloatComplex *B, int
    ldb, float vl, float vu, int il, int iu, int *nev, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnZhegvdx_bufferSize(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, const hipDoubleComplex *B, int
    ldb, double vl, double vu, int il, int iu, int *nev, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnSsygvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, float *A, int lda, float *B, int ldb, float vl, float vu, int il,
    int iu, int *nev, float *W, float *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDsygvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, double *A, int lda, double *B, int ldb, double vl, double vu, int
    il, int iu, int *nev, double *W, double *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnChegvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, hipFloatComplex *A, int lda, hipFloatComplex *B, int ldb, float
    vl, float vu, int il, int iu, int *nev, float *W, hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZhegvdx(hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipblasFillMode_t uplo, int n, hipDoubleComplex *A, int lda, hipDoubleComplex *B, int ldb, double
    vl, double vu, int il, int iu, int *nev, double *W, hipDoubleComplex *work, int lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params);
hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params);
hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t params, hipsolverDnFunction_t func, hipsolverAlgMode_t alg);
hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType dataTypeTau, const void *tau, hipDataType computeType, size_t
    *lworkOnDevice, size_t *lworkOnHost);
hipsolverStatus_t hipsolverDnXgeqrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n, hipDataType
    dataTypeA, void *A, int64_t lda, hipDataType dataTypeTau, void *tau, hipDataType computeType, void *workOnDevice, size_t
    lworkOnDevice, void *workOnHost, size_t lworkOnHost, int *devInfo);
hipsolverStatus_t hipsolverDnXgetrf_bufferSize(hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType computeType, size_t *lworkOnDevice, size_t *lworkOnHost);
hipsolverStatus_t hipsolverDnXgetrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n, hipDataType
    dataTypeA, void *A, int64_t lda, int64_t *devIpiv, hipDataType computeType, void *workOnDevice, size_t lworkOnDevice, void
    *workOnHost, size_t lworkOnHost, int *devInfo);
hipsolverStatus_t hipsolverDnXgetrs(hipsolverDnHandle_t handle, hipsolverDnParams_t params, hipsolverOperation_t trans, int64_t
    n, int64_t nrhs, hipDataType dataTypeA, const void *A, int64_t lda, const int64_t *devIpiv, hipDataType dataTypeB, void *B,
    int64_t ldb, int *devInfo);
hipsolverStatus_t hipsolverDnXpotrf_bufferSize(hipsolverDnHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo,
    int64_t n, hipDataType dataTypeA, const void *A, int64_t lda, hipDataType computeType, size_t *lworkOnDevice, size_t
    *lworkOnHost);
hipsolverStatus_t hipsolverDnXpotrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo, int64_t n,
    hipDataType dataTypeA, void *A, int64_t lda, hipDataType computeType, void *workOnDevice, size_t lworkOnDevice, void
    *workOnHost, size_t lworkOnHost, int *info);
hipsolverStatus_t hipsolverDnXpotrs(hipsolverDnHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo, int64_t n,
    int64_t nrhs, hipDataType dataTypeA, const void *A, int64_t lda, hipDataType dataTypeB, void *B, int64_t ldb, int *info);

hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t *handle);
hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t handle);
hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t handle, hipStream_t streamId);
#define HIPIFY_SPARSE_SYSTEM(function, type, precision)                                                                           \
    hipsolverStatus_t function(hipsolverSpHandle_t handle, int n, int nnzA, const hipsparseMatDescr_t descrA, const type *csrVal, \
                               const int *csrRowPtr, const int *csrColInd, const type *b, precision tolerance, int reorder,       \
                               type *x, int *singularity);
HIPIFY_SPARSE_SYSTEM(hipsolverSpScsrlsvchol, float, float)
HIPIFY_SPARSE_SYSTEM(hipsolverSpDcsrlsvchol, double, double)
HIPIFY_SPARSE_SYSTEM(hipsolverSpScsrlsvcholHost, float, float)
HIPIFY_SPARSE_SYSTEM(hipsolverSpDcsrlsvcholHost, double, double)
HIPIFY_SPARSE_SYSTEM(hipsolverSpScsrlsvqr, float, double)
HIPIFY_SPARSE_SYSTEM(hipsolverSpDcsrlsvqr, double, double)
#undef HIPIFY_SPARSE_SYSTEM

#include <hipsolver/hipify/reductions.h>
#include <hipsolver/hipify/refactor.h>

#ifdef __cplusplus
}
#endif
