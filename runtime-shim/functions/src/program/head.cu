// Made by `device-functions --program`: calls device functions and writes what they give.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

/// Where the values of a type start in `tables`, in bytes.
template <class T> struct offset;
/// An argument of a type, for types of results; `std::declval` is the host's alone.
template <class T> __host__ __device__ T &made();
/// The result of a call that cannot be compiled.
struct Absent {};
