// hipBLASLt's interface as hipBLASLt 1.1 (HIP 7) has it, whose names and values HIP 6.4's are part of, for the bundled library.
#pragma once

// The include guard of AMD's header, by which programs ask whether the library is there.
#define _HIPBLASLT_H_

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <hipblaslt/hipblaslt-types.h>
#include <hipblaslt/hipblaslt-version.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HIPBLASLT_DATATYPE_INVALID static_cast<hipDataType>(255)
#define HIPBLASLT_COMPUTE_TYPE_INVALID static_cast<hipblasComputeType_t>(0)
#define HIPBLASLT_OPERATION_INVALID static_cast<hipblasOperation_t>(0)
#define HIPIFY_INITIALLY(value) = value
#else
#define HIPIFY_INITIALLY(value)
#endif

typedef enum {
    HIPBLASLT_EPILOGUE_DEFAULT = 1,
    HIPBLASLT_EPILOGUE_RELU = 2,
    HIPBLASLT_EPILOGUE_BIAS = 4,
    HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
    HIPBLASLT_EPILOGUE_GELU = 32,
    HIPBLASLT_EPILOGUE_GELU_BIAS = 36,
    HIPBLASLT_EPILOGUE_RELU_AUX = 130,
    HIPBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
    HIPBLASLT_EPILOGUE_GELU_AUX = 160,
    HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
    HIPBLASLT_EPILOGUE_DGELU = 192,
    HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208,
    HIPBLASLT_EPILOGUE_BGRADA = 256,
    HIPBLASLT_EPILOGUE_BGRADB = 512,
    HIPBLASLT_EPILOGUE_SWISH_EXT = 65536,
    HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT = 65540,
    HIPBLASLT_EPILOGUE_CLAMP_EXT = 131072,
    HIPBLASLT_EPILOGUE_CLAMP_BIAS_EXT = 131076,
    HIPBLASLT_EPILOGUE_CLAMP_AUX_EXT = 131200,
    HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT = 131204
} hipblasLtEpilogue_t;

typedef enum {
    HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 0,          // int32_t
    HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 1, // int64_t, in elements
    HIPBLASLT_MATRIX_LAYOUT_TYPE = 2,                 // uint32_t, hipDataType
    HIPBLASLT_MATRIX_LAYOUT_ORDER = 3,                // int32_t, hipblasLtOrder_t
    HIPBLASLT_MATRIX_LAYOUT_ROWS = 4,                 // uint64_t
    HIPBLASLT_MATRIX_LAYOUT_COLS = 5,                 // uint64_t
    HIPBLASLT_MATRIX_LAYOUT_LD = 6                    // int64_t, in elements
} hipblasLtMatrixLayoutAttribute_t;

typedef enum {
    HIPBLASLT_POINTER_MODE_HOST = 0,
    HIPBLASLT_POINTER_MODE_DEVICE = 1,
    HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} hipblasLtPointerMode_t;

typedef enum {
    HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
    HIPBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 = 1,
    HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 = 2,
    HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F = 3,
    HIPBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F = 4,
    HIPBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F = 5,
    HIPBLASLT_MATMUL_MATRIX_SCALE_END
} hipblasLtMatmulMatrixScale_t;

// Pointers and strides have 8 bytes, all others 4.
typedef enum {
    HIPBLASLT_MATMUL_DESC_TRANSA = 0,
    HIPBLASLT_MATMUL_DESC_TRANSB = 1,
    HIPBLASLT_MATMUL_DESC_EPILOGUE = 2,
    HIPBLASLT_MATMUL_DESC_BIAS_POINTER = 3,
    HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 4,
    HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER = 5,
    HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER = 6,
    HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER = 7,
    HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER = 8,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 9,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 10,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 11,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 12,
    HIPBLASLT_MATMUL_DESC_POINTER_MODE = 13,
    HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER = 14,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
    HIPBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
    HIPBLASLT_MATMUL_DESC_B_SCALE_MODE = 32,
    HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_A_EXT = 100,
    HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG0_EXT,
    HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG1_EXT,
    HIPBLASLT_MATMUL_DESC_MAX
} hipblasLtMatmulDescAttributes_t;

typedef enum {
    HIPBLASLT_MATMUL_PREF_SEARCH_MODE = 0,         // uint32_t
    HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1, // uint64_t
    HIPBLASLT_MATMUL_PREF_MAX = 2
} hipblasLtMatmulPreferenceAttributes_t;

typedef enum {
    HIPBLASLT_ORDER_COL = 0,
    HIPBLASLT_ORDER_ROW = 1,
    HIPBLASLT_ORDER_COL16_4R16 = 100,
    HIPBLASLT_ORDER_COL16_4R8 = 101,
    HIPBLASLT_ORDER_COL16_4R4 = 102,
    HIPBLASLT_ORDER_COL16_4R2 = 103
} hipblasLtOrder_t;

// 4 bytes each.
typedef enum {
    HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
    HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
    HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
    HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} hipblasLtMatrixTransformDescAttributes_t;

typedef struct {
    uint64_t data[4];
} hipblasLtMatmulDescOpaque_t;
typedef struct {
    uint64_t data[4];
} hipblasLtMatrixLayoutOpaque_t;
typedef struct {
    uint64_t data[5];
} hipblasLtMatmulPreferenceOpaque_t;
typedef struct {
    uint64_t data[8];
} hipblasLtMatrixTransformDescOpaque_t;

typedef void *hipblasLtHandle_t;
typedef hipblasLtMatmulDescOpaque_t *hipblasLtMatmulDesc_t;
typedef hipblasLtMatrixLayoutOpaque_t *hipblasLtMatrixLayout_t;
typedef hipblasLtMatmulPreferenceOpaque_t *hipblasLtMatmulPreference_t;
typedef hipblasLtMatrixTransformDescOpaque_t *hipblasLtMatrixTransformDesc_t;

typedef struct _hipblasLtMatmulAlgo_t {
#ifdef __cplusplus
    uint8_t data[16] = {0};
#else
    uint8_t data[16];
#endif
    size_t max_workspace_bytes HIPIFY_INITIALLY(0);
} hipblasLtMatmulAlgo_t;

typedef struct _hipblasLtMatmulHeuristicResult_t {
    hipblasLtMatmulAlgo_t algo;
    size_t workspaceSize HIPIFY_INITIALLY(0);
    hipblasStatus_t state HIPIFY_INITIALLY(HIPBLAS_STATUS_SUCCESS);
    float wavesCount HIPIFY_INITIALLY(1.0f);
    int reserved[4];
} hipblasLtMatmulHeuristicResult_t;
#undef HIPIFY_INITIALLY

#ifdef __cplusplus
extern "C" {
#endif

hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int *version);
hipblasStatus_t hipblasLtGetGitRevision(hipblasLtHandle_t handle, char *rev);
hipblasStatus_t hipblasLtGetArchName(char **archName);
hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle);
hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle);

hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *matLayout, hipDataType type, uint64_t rows,
                                            uint64_t cols, int64_t ld);
hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *matmulDesc, hipblasComputeType_t computeType,
                                          hipDataType scaleType);
hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *pref);
hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t *transformDesc, hipDataType scaleType);

// What ends a descriptor, sets an attribute and gets one is the same for all four kinds.
#define HIPIFY_DESCRIPTOR(kind, Descriptor, Attribute)                                                               \
    hipblasStatus_t hipblasLt##kind##Destroy(const Descriptor descriptor);                                           \
    hipblasStatus_t hipblasLt##kind##SetAttribute(Descriptor descriptor, Attribute attr, const void *buf,            \
                                                  size_t sizeInBytes);                                               \
    hipblasStatus_t hipblasLt##kind##GetAttribute(Descriptor descriptor, Attribute attr, void *buf,                  \
                                                  size_t sizeInBytes, size_t *sizeWritten);
HIPIFY_DESCRIPTOR(MatrixLayout, hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutAttribute_t)
HIPIFY_DESCRIPTOR(MatmulDesc, hipblasLtMatmulDesc_t, hipblasLtMatmulDescAttributes_t)
HIPIFY_DESCRIPTOR(MatmulPreference, hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceAttributes_t)
HIPIFY_DESCRIPTOR(MatrixTransformDesc, hipblasLtMatrixTransformDesc_t, hipblasLtMatrixTransformDescAttributes_t)
#undef HIPIFY_DESCRIPTOR

hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc,
                                                hipblasLtMatrixLayout_t Adesc, hipblasLtMatrixLayout_t Bdesc,
                                                hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
                                                hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
                                                hipblasLtMatmulHeuristicResult_t heuristicResultsArray[],
                                                int *returnAlgoCount);
hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha,
                                const void *A, hipblasLtMatrixLayout_t Adesc, const void *B,
                                hipblasLtMatrixLayout_t Bdesc, const void *beta, const void *C,
                                hipblasLtMatrixLayout_t Cdesc, void *D, hipblasLtMatrixLayout_t Ddesc,
                                const hipblasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSizeInBytes,
                                hipStream_t stream);
hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t lightHandle, hipblasLtMatrixTransformDesc_t transformDesc,
                                         const void *alpha, const void *A, hipblasLtMatrixLayout_t Adesc,
                                         const void *beta, const void *B, hipblasLtMatrixLayout_t Bdesc, void *C,
                                         hipblasLtMatrixLayout_t Cdesc, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#if defined(__HIP__) && defined(__cplusplus)
#include "../amd/blaslt.h"
#endif
