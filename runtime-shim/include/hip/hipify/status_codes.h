// Codes of cuFFT's and cuSOLVER's errors that no function of HIP's libraries gives. Programs name them where they print errors, as
// NVIDIA's helper_cuda.h does. Each is a number that HIP has no name for.
#ifndef HIPIFY_STATUS_CODES_H
#define HIPIFY_STATUS_CODES_H

// hipfftResult ends at 16.
#define CUFFT_LICENSE_ERROR 15
#define CUFFT_MISSING_DEPENDENCY 17
#define CUFFT_NVRTC_FAILURE 18
#define CUFFT_NVJITLINK_FAILURE 19
#define CUFFT_NVSHMEM_FAILURE 20

// hipsolverStatus_t ends at 13.
#define CUSOLVER_STATUS_INVALID_LICENSE 15

#endif
