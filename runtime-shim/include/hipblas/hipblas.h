// hipBLAS's interface as hipBLAS 2.4 has it with HIPBLAS_V2, for the bundled library.
#pragma once

// The include guard of AMD's header, by which programs ask whether the library is there.
#define HIPBLAS_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <hipblas/hipblas-version.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__HIP__) || defined(HIPBLAS_USE_HIP_HALF)
#include <hip/hip_fp16.h>
typedef __half hipblasHalf;
#else
typedef uint16_t hipblasHalf;
#endif

typedef struct hipblasBfloat16 {
    uint16_t data;
} hipblasBfloat16;

typedef void *hipblasHandle_t;
typedef int64_t hipblasStride;
typedef hipComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
typedef hipDataType hipblasDatatype_t;

typedef enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE } hipblasPointerMode_t;
typedef enum hipblasFillMode_t {
    HIPBLAS_FILL_MODE_UPPER = 121,
    HIPBLAS_FILL_MODE_LOWER = 122,
    HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
typedef enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum hipblasSideMode_t { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142, HIPBLAS_SIDE_BOTH = 143 } hipblasSideMode_t;
typedef enum hipblasMath_t {
    HIPBLAS_DEFAULT_MATH,
    HIPBLAS_XF32_XDL_MATH,
    HIPBLAS_PEDANTIC_MATH,
    HIPBLAS_TF32_TENSOR_OP_MATH,
    HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
    HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;
typedef enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;
typedef enum hipblasGemmFlags_t {
    HIPBLAS_GEMM_FLAGS_NONE = 0x0,
    HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY = 0x2,
    HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL = 0x4,
    HIPBLAS_GEMM_FLAGS_CHECK_SOLUTION_INDEX = 0x8,
    HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL_RNZ = 0x10
} hipblasGemmFlags_t;

#ifdef __cplusplus
extern "C" {
#endif

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle);
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode);
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t *mode);
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t mode);
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t *mode);
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *workspace, size_t bytes);
const char *hipblasStatusToString(hipblasStatus_t status);

hipblasStatus_t hipblasSetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb);
hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void *x, int incx, void *y, int incy, hipStream_t stream);
hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb,
                                     hipStream_t stream);
hipblasStatus_t hipblasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb);
hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void *x, int incx, void *y, int incy, hipStream_t stream);
hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb,
                                     hipStream_t stream);

// Sizes are `int`, and `int64_t` in the functions whose names end so.
#define HIPIFY_GEMM_EX(v2, suffix, size)                                                                                          \
    hipblasStatus_t hipblasGemmEx##v2##suffix(                                                                                    \
        hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, size m, size n, size k, const void *alpha,  \
        const void *A, hipDataType aType, size lda, const void *B, hipDataType bType, size ldb, const void *beta, void *C,        \
        hipDataType cType, size ldc, hipblasComputeType_t computeType, hipblasGemmAlgo_t algo);                                   \
    hipblasStatus_t hipblasGemmBatchedEx##v2##suffix(                                                                             \
        hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, size m, size n, size k, const void *alpha,  \
        const void *A[], hipDataType aType, size lda, const void *B[], hipDataType bType, size ldb, const void *beta, void *C[],  \
        hipDataType cType, size ldc, size batchCount, hipblasComputeType_t computeType, hipblasGemmAlgo_t algo);                  \
    hipblasStatus_t hipblasGemmStridedBatchedEx##v2##suffix(                                                                      \
        hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, size m, size n, size k, const void *alpha,  \
        const void *A, hipDataType aType, size lda, hipblasStride strideA, const void *B, hipDataType bType, size ldb,            \
        hipblasStride strideB, const void *beta, void *C, hipDataType cType, size ldc, hipblasStride strideC, size batchCount,    \
        hipblasComputeType_t computeType, hipblasGemmAlgo_t algo);

HIPIFY_GEMM_EX(, , int)
HIPIFY_GEMM_EX(_v2, , int)
HIPIFY_GEMM_EX(, _64, int64_t)
HIPIFY_GEMM_EX(_v2, _64, int64_t)
#undef HIPIFY_GEMM_EX

// The same of vectors, whose batches come by an array of pointers (`Batched`) or with strides.
#define HIPIFY_VECTOR_EX(v2, suffix, size)                                                                                        \
    HIPIFY_VECTOR_EX_BATCH(, v2, suffix, size, , , )                                                                              \
    HIPIFY_VECTOR_EX_BATCH(Batched, v2, suffix, size, , , size batchCount HIPIFY_COMMA)                                           \
    HIPIFY_VECTOR_EX_BATCH(StridedBatched, v2, suffix, size, HIPIFY_COMMA hipblasStride strideX, HIPIFY_COMMA hipblasStride strideY,\
                           size batchCount HIPIFY_COMMA)
#define HIPIFY_COMMA ,
#define HIPIFY_VECTOR_EX_BATCH(batch, v2, suffix, size, stride_x, stride_y, count)                                                \
    hipblasStatus_t hipblasAxpy##batch##Ex##v2##suffix(                                                                           \
        hipblasHandle_t handle, size n, const void *alpha, hipDataType alphaType, const void *x, hipDataType xType,               \
        size incx stride_x, void *y, hipDataType yType, size incy stride_y, count hipDataType executionType);                     \
    hipblasStatus_t hipblasDot##batch##Ex##v2##suffix(                                                                            \
        hipblasHandle_t handle, size n, const void *x, hipDataType xType, size incx stride_x, const void *y, hipDataType yType,   \
        size incy stride_y, count void *result, hipDataType resultType, hipDataType executionType);                               \
    hipblasStatus_t hipblasDotc##batch##Ex##v2##suffix(                                                                           \
        hipblasHandle_t handle, size n, const void *x, hipDataType xType, size incx stride_x, const void *y, hipDataType yType,   \
        size incy stride_y, count void *result, hipDataType resultType, hipDataType executionType);                               \
    hipblasStatus_t hipblasNrm2##batch##Ex##v2##suffix(                                                                           \
        hipblasHandle_t handle, size n, const void *x, hipDataType xType, size incx stride_x, count void *result,                 \
        hipDataType resultType, hipDataType executionType);                                                                       \
    hipblasStatus_t hipblasRot##batch##Ex##v2##suffix(                                                                            \
        hipblasHandle_t handle, size n, void *x, hipDataType xType, size incx stride_x, void *y, hipDataType yType,               \
        size incy stride_y, const void *c, const void *s, hipDataType csType, count hipDataType executionType);                   \
    hipblasStatus_t hipblasScal##batch##Ex##v2##suffix(                                                                           \
        hipblasHandle_t handle, size n, const void *alpha, hipDataType alphaType, void *x, hipDataType xType, size incx stride_x, \
        count hipDataType executionType);

HIPIFY_VECTOR_EX(, , int)
HIPIFY_VECTOR_EX(_v2, , int)
HIPIFY_VECTOR_EX(, _64, int64_t)
HIPIFY_VECTOR_EX(_v2, _64, int64_t)
#undef HIPIFY_VECTOR_EX
#undef HIPIFY_VECTOR_EX_BATCH
#undef HIPIFY_COMMA

#include <hipblas/hipify/operations.h>

#ifdef __cplusplus
}
#endif
#include <hip/hipify/blas_workspace.h>
