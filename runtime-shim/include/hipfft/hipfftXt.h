// hipFFT's functions whose element types are named by values, and its callbacks.
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

#ifdef __cplusplus
}
#endif
