// Attributes of a product of cuBLASLt that hipBLASLt has none of: the type of alpha and beta, which it takes when a descriptor is created
// and not later, and whether sums of products of 8 bits may be less exact, which is a hint.
#ifndef HIPIFY_AMD_BLASLT_H
#define HIPIFY_AMD_BLASLT_H

#include <cstring>

// Types of their own, so that calls with them are those below. The numbers are the bundled library's.
enum hipifyLtScaleTypeAttribute { CUBLASLT_MATMUL_DESC_SCALE_TYPE = 0x68750001 };
enum hipifyLtFastSumsAttribute { CUBLASLT_MATMUL_DESC_FAST_ACCUM = 0x68750019 };

// AMD's library refuses the type of alpha and beta: single precision, which products of all shorter types are scaled in there, is accepted
// then, and no other.
inline hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t descriptor, hipifyLtScaleTypeAttribute attribute,
                                                       const void *buf, size_t sizeInBytes) {
    const hipblasStatus_t status =
        hipblasLtMatmulDescSetAttribute(descriptor, static_cast<hipblasLtMatmulDescAttributes_t>(attribute), buf, sizeInBytes);
    if (status == HIPBLAS_STATUS_SUCCESS || buf == nullptr || sizeInBytes < sizeof(int)) return status;
    int type;
    std::memcpy(&type, buf, sizeof type);
    return type == static_cast<int>(HIP_R_32F) ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_SUPPORTED;
}

inline hipblasStatus_t hipblasLtMatmulDescGetAttribute(hipblasLtMatmulDesc_t descriptor, hipifyLtScaleTypeAttribute attribute, void *buf,
                                                       size_t sizeInBytes, size_t *sizeWritten) {
    return hipblasLtMatmulDescGetAttribute(descriptor, static_cast<hipblasLtMatmulDescAttributes_t>(attribute), buf, sizeInBytes,
                                           sizeWritten);
}

// AMD's library refuses the hint, and has sums of one exactness: any byte is accepted then, and 0 is what there is.
inline hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t descriptor, hipifyLtFastSumsAttribute attribute,
                                                       const void *buf, size_t sizeInBytes) {
    const hipblasStatus_t status =
        hipblasLtMatmulDescSetAttribute(descriptor, static_cast<hipblasLtMatmulDescAttributes_t>(attribute), buf, sizeInBytes);
    const bool is_byte = descriptor != nullptr && buf != nullptr && sizeInBytes == 1;
    return is_byte ? HIPBLAS_STATUS_SUCCESS : status;
}

inline hipblasStatus_t hipblasLtMatmulDescGetAttribute(hipblasLtMatmulDesc_t descriptor, hipifyLtFastSumsAttribute attribute, void *buf,
                                                       size_t sizeInBytes, size_t *sizeWritten) {
    const hipblasStatus_t status = hipblasLtMatmulDescGetAttribute(
        descriptor, static_cast<hipblasLtMatmulDescAttributes_t>(attribute), buf, sizeInBytes, sizeWritten);
    if (status == HIPBLAS_STATUS_SUCCESS || descriptor == nullptr || buf == nullptr || sizeInBytes < 1) return status;
    *static_cast<signed char *>(buf) = 0;
    if (sizeWritten != nullptr) *sizeWritten = 1;
    return HIPBLAS_STATUS_SUCCESS;
}

#endif
