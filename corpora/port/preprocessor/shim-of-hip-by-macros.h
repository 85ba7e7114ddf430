#pragma once
#ifdef USE_HIP
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
#define cudaError_t hipError_t
#define cudaMallocHost(p, n) hipHostMalloc(p, n, hipHostMallocDefault)
#else
#include <cuda_runtime.h>
#endif

#define MY_FREE cudaFree
