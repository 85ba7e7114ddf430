// Where a thread stands in its block and its block in the grid: `threadIdx`, `blockIdx`, `blockDim`, `gridDim`, `warpSize`.
#ifndef HIPIFY_BUILTINS_H
#define HIPIFY_BUILTINS_H

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <hip/hipify/intrinsics.h>

// Members are read through functions, so that no variable is ever there to be loaded from.
#define HIPIFY_COORDINATE(axis, source)                                                                      \
    __declspec(property(get = read_##axis)) unsigned int axis;                                               \
    __device__ static inline __attribute__((always_inline, nodebug)) unsigned int read_##axis() { return source(); }

#define HIPIFY_COORDINATES(type, what)                                                                       \
    struct type {                                                                                            \
        HIPIFY_COORDINATE(x, __hipify_##what##_x)                                                            \
        HIPIFY_COORDINATE(y, __hipify_##what##_y)                                                            \
        HIPIFY_COORDINATE(z, __hipify_##what##_z)                                                            \
        HIPIFY_DEVICE operator dim3() const { return dim3(read_x(), read_y(), read_z()); }                   \
        HIPIFY_DEVICE operator uint3() const { return make_uint3(read_x(), read_y(), read_z()); }            \
        type() = delete;                                                                                     \
        type(const type &) = delete;                                                                         \
        void operator=(const type &) const = delete;                                                         \
    };

HIPIFY_COORDINATES(__HIP_ThreadIdx, thread)
HIPIFY_COORDINATES(__HIP_BlockIdx, block)
HIPIFY_COORDINATES(__HIP_BlockDim, block_dim)
HIPIFY_COORDINATES(__HIP_GridDim, grid_dim)

#undef HIPIFY_COORDINATES
#undef HIPIFY_COORDINATE

extern const __device__ __attribute__((weak)) __HIP_ThreadIdx threadIdx;
extern const __device__ __attribute__((weak)) __HIP_BlockIdx blockIdx;
extern const __device__ __attribute__((weak)) __HIP_BlockDim blockDim;
extern const __device__ __attribute__((weak)) __HIP_GridDim gridDim;

/// The lanes of a warp: known when the program runs, so that it is no constant of the compiler; but where code is compiled for
/// warps of one size.
struct __HIP_WarpSize {
#ifdef __AMDGCN_WAVEFRONT_SIZE
    HIPIFY_DEVICE constexpr operator int() const { return __AMDGCN_WAVEFRONT_SIZE; }
#else
    HIPIFY_DEVICE operator int() const { return static_cast<int>(__hipify_warp_size()); }
#endif
    __host__ operator int() const {
        int lanes = 0, device = 0;
        (void)hipGetDevice(&device);
        (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
        return lanes;
    }
};
static constexpr __HIP_WarpSize warpSize{};

#define hipThreadIdx_x (__hipify_thread_x())
#define hipThreadIdx_y (__hipify_thread_y())
#define hipThreadIdx_z (__hipify_thread_z())
#define hipBlockIdx_x (__hipify_block_x())
#define hipBlockIdx_y (__hipify_block_y())
#define hipBlockIdx_z (__hipify_block_z())
#define hipBlockDim_x (__hipify_block_dim_x())
#define hipBlockDim_y (__hipify_block_dim_y())
#define hipBlockDim_z (__hipify_block_dim_z())
#define hipGridDim_x (__hipify_grid_dim_x())
#define hipGridDim_y (__hipify_grid_dim_y())
#define hipGridDim_z (__hipify_grid_dim_z())

#endif
