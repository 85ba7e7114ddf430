// Kernels made by chance, on a device.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Of a value that goes through it the compiler knows nothing.
template <class T> static __host__ __device__ inline T hidden(T x) {
#ifdef __AMDGCN__
  asm volatile("" : "+v"(x));
#else
  volatile T kept = x;
  x = kept;
#endif
  return x;
}
template <class T> static __host__ __device__ inline T hidden_unsigned(T x) {
  if constexpr (sizeof(T) >= 4 && (T)-1 > (T)0) return hidden(x);
  return x;
}
// The shapes of known faults, which an option of known.toml takes away.
#ifdef HIDE_OPERANDS
#define OPERAND(x) hidden_unsigned(x)
#else
#define OPERAND(x) (x)
#endif
#define QUOTIENT(x, y) (OPERAND(x) / OPERAND(y))
#define REMAINDER(x, y) (OPERAND(x) % OPERAND(y))
#ifdef HIDE_CHOICES
#define CHOSEN(x) hidden(x)
#else
#define CHOSEN(x) (x)
#endif
#ifdef FORCE_NOTHING
#define FORCED
#else
#define FORCED __forceinline__
#endif

#include "shared.h"

// All within 32 lanes, so that results do not depend on the wave size.
template <class T> static __device__ inline T shuffle(T x, u32 lane, int width) { return __shfl(x, (int)lane, width); }
template <class T> static __device__ inline T shuffle_xor(T x, u32 mask) { return __shfl_xor(x, (int)mask, 32); }
template <class T> static __device__ inline T shuffle_up(T x, u32 by, int width) { return __shfl_up(x, by, width); }
template <class T> static __device__ inline T shuffle_down(T x, u32 by, int width) { return __shfl_down(x, by, width); }
// Of whole waves, for results that do not depend on their size.
template <class T> static __device__ inline T wave_shuffle_xor(T x, u32 mask) { return __shfl_xor(x, (int)mask); }
template <class T> static __device__ inline T wave_shuffle_down(T x, u32 by) { return __shfl_down(x, by); }
static __device__ inline u32 ballot(bool p) { return (u32)(__ballot(p) >> (__lane_id() & 32)); }

static __device__ inline f16 half_add(f16 x, f16 y) { return __half2float(__hadd(__float2half(x), __float2half(y))); }
static __device__ inline f16 half_sub(f16 x, f16 y) { return __half2float(__hsub(__float2half(x), __float2half(y))); }
static __device__ inline f16 half_mul(f16 x, f16 y) { return __half2float(__hmul(__float2half(x), __float2half(y))); }
static __device__ inline f16 half_fma(f16 x, f16 y, f16 z) { return __half2float(__hfma(__float2half(x), __float2half(y), __float2half(z))); }

static void check(hipError_t error, const char *what) {
  if (error == hipSuccess) return;
  fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
  exit(3);
}
static void *allocate(size_t bytes) {
  void *memory = nullptr;
  check(hipMalloc(&memory, bytes), "hipMalloc");
  return memory;
}
static void release(void *place) { check(hipFree(place), "hipFree"); }
static void to_device(void *to, const void *from, size_t bytes) {
  check(hipMemcpy(to, from, bytes, hipMemcpyHostToDevice), "hipMemcpy to the device");
}
static void to_host(void *to, const void *from, size_t bytes) {
  check(hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost), "hipMemcpy to the host");
}
#define LAUNCH(kernel, blocks, ...)                                          \
  hipLaunchKernelGGL(kernel.function, dim3(blocks), dim3(kernel.shape[0], kernel.shape[1], kernel.shape[2]), 0, 0, __VA_ARGS__); \
  check(hipGetLastError(), "launch");                                        \
  check(hipDeviceSynchronize(), "kernel")
