// The attribute of a product of cuBLASLt that hipBLASLt takes when a descriptor is created and not later: the type of alpha and beta.
#ifndef HIPIFY_AMD_BLASLT_H
#define HIPIFY_AMD_BLASLT_H

#include <cstring>

// A type of its own, so that calls with it are those below.
enum hipifyLtScaleTypeAttribute { CUBLASLT_MATMUL_DESC_SCALE_TYPE = 0x68750001 };

// The bundled library has the attribute under this number. AMD's refuses it: single precision, which products of all shorter types
// are scaled in there, is accepted then, and no other.
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

#endif
