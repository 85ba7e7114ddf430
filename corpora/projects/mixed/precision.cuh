#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// What a kernel needs to know of a narrow type.
template <class T> struct Narrow;

template <> struct Narrow<__half> {
    static constexpr float tolerance = 2e-3f;
    static constexpr const char *name = "half";
    static __host__ __device__ __half from(float x) { return __float2half(x); }
    static __host__ __device__ float to(__half x) { return __half2float(x); }
};

template <> struct Narrow<__nv_bfloat16> {
    static constexpr float tolerance = 2e-2f;
    static constexpr const char *name = "bfloat16";
    static __host__ __device__ __nv_bfloat16 from(float x) { return __float2bfloat16(x); }
    static __host__ __device__ float to(__nv_bfloat16 x) { return __bfloat162float(x); }
};
