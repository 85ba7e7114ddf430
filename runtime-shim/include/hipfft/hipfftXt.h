// hipFFT's functions whose element types are named by values, its callbacks, and plans over several devices.
#pragma once

#include <hipfft/hipfft.h>

typedef enum hipfftXtCallbackType_t {
    HIPFFT_CB_LD_COMPLEX = 0,
    HIPFFT_CB_LD_COMPLEX_DOUBLE = 1,
    HIPFFT_CB_LD_REAL = 2,
    HIPFFT_CB_LD_REAL_DOUBLE = 3,
    HIPFFT_CB_ST_COMPLEX = 4,
    HIPFFT_CB_ST_COMPLEX_DOUBLE = 5,
    HIPFFT_CB_ST_REAL = 6,
    HIPFFT_CB_ST_REAL_DOUBLE = 7,
    HIPFFT_CB_UNDEFINED = 8
} hipfftXtCallbackType;

// Device functions that load and store an element at so many elements from the beginning of the data.
typedef hipfftComplex (*hipfftCallbackLoadC)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef hipfftReal (*hipfftCallbackLoadR)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef void (*hipfftCallbackStoreC)(void *dataOut, size_t offset, hipfftComplex element, void *callerInfo,
                                     void *sharedPointer);
typedef void (*hipfftCallbackStoreZ)(void *dataOut, size_t offset, hipfftDoubleComplex element, void *callerInfo,
                                     void *sharedPointer);
typedef void (*hipfftCallbackStoreR)(void *dataOut, size_t offset, hipfftReal element, void *callerInfo, void *sharedPointer);
typedef void (*hipfftCallbackStoreD)(void *dataOut, size_t offset, hipfftDoubleReal element, void *callerInfo,
                                     void *sharedPointer);

// Arrays in parts, one on each device.
#define MAX_HIP_DESCRIPTOR_GPUS 64

typedef struct hipXtDesc_t {
    int version;
    int nGPUs;
    int GPUs[MAX_HIP_DESCRIPTOR_GPUS];
    void *data[MAX_HIP_DESCRIPTOR_GPUS];
    size_t size[MAX_HIP_DESCRIPTOR_GPUS];
    void *hipXtState;
} hipXtDesc;

typedef enum hiplibFormat_t { HIPLIB_FORMAT_HIPFFT = 0, HIPLIB_FORMAT_UNDEFINED = 1 } hiplibFormat;

typedef struct hipLibXtDesc_t {
    int version;
    hipXtDesc *descriptor;
    hiplibFormat library;
    int subFormat;
    void *libDescriptor;
} hipLibXtDesc;

typedef enum hipfftXtCopyType_t {
    HIPFFT_COPY_HOST_TO_DEVICE = 0,
    HIPFFT_COPY_DEVICE_TO_HOST = 1,
    HIPFFT_COPY_DEVICE_TO_DEVICE = 2,
    HIPFFT_COPY_UNDEFINED = 3
} hipfftXtCopyType;

typedef enum hipfftXtSubFormat_t {
    HIPFFT_XT_FORMAT_INPUT = 0,
    HIPFFT_XT_FORMAT_OUTPUT = 1,
    HIPFFT_XT_FORMAT_INPLACE = 2,
    HIPFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
    HIPFFT_FORMAT_UNDEFINED = 5
} hipfftXtSubFormat;

#ifdef __cplusplus
extern "C" {
#endif

hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks, hipfftXtCallbackType cbtype, void **callbackData);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType cbtype, size_t sharedSize);

hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                  long long idist, hipDataType inputType, long long *onembed, long long ostride,
                                  long long odist, hipDataType outputType, long long batch, size_t *workSize,
                                  hipDataType executionType);
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                 long long idist, hipDataType inputType, long long *onembed, long long ostride,
                                 long long odist, hipDataType outputType, long long batch, size_t *workSize,
                                 hipDataType executionType);
hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output, int direction);

hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int *gpus);
hipfftResult hipfftXtMalloc(hipfftHandle plan, hipLibXtDesc **desc, hipfftXtSubFormat format);
hipfftResult hipfftXtFree(hipLibXtDesc *desc);
hipfftResult hipfftXtMemcpy(hipfftHandle plan, void *dest, void *src, hipfftXtCopyType type);
hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorC2C(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorZ2Z(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorR2C(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorC2R(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorD2Z(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorZ2D(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output);

#ifdef __cplusplus
}
#endif
