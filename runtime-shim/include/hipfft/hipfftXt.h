// hipFFT's functions whose element types are named by values.
#pragma once

#include <hipfft/hipfft.h>

#ifdef __cplusplus
extern "C" {
#endif

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
