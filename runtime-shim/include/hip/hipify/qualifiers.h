// What functions and variables are for: the qualifiers of HIP for its compiler, nothing for others.
#ifndef HIPIFY_QUALIFIERS_H
#define HIPIFY_QUALIFIERS_H

#ifdef __HIP__

#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif
#ifndef __constant__
#define __constant__ __attribute__((constant))
#endif
#ifndef __managed__
#define __managed__ __attribute__((managed))
#endif

#define __forceinline__ inline __attribute__((always_inline))
// `__noinline__` is a keyword of the compiler.

// The registers that threads may use: of no meaning on a processor, which checks the first at the launch.
#ifdef __HIPIFY_CPU__
// A member of a temporary, as rocPRIM names them, is a constant only as a value.
#define HIPIFY_BOUNDS_1(threads) __attribute__((annotate("hipify.launch_bounds", static_cast<unsigned int>(threads))))
#define HIPIFY_BOUNDS_2(threads, blocks) \
    HIPIFY_BOUNDS_1(threads) __attribute__((annotate("hipify.min_blocks", static_cast<unsigned int>(blocks))))
#else
#define HIPIFY_BOUNDS_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define HIPIFY_BOUNDS_2(threads, blocks) HIPIFY_BOUNDS_1(threads) __attribute__((amdgpu_waves_per_eu(blocks)))
#endif
#define HIPIFY_BOUNDS_3(threads, blocks, clusters) HIPIFY_BOUNDS_2(threads, blocks)
#define HIPIFY_FOURTH(_1, _2, _3, it, ...) it
#define __launch_bounds__(...) \
    HIPIFY_FOURTH(__VA_ARGS__, HIPIFY_BOUNDS_3, HIPIFY_BOUNDS_2, HIPIFY_BOUNDS_1, )(__VA_ARGS__)
#define __maxnreg__(registers)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline

#endif

#ifndef __align__
#define __align__(bytes) __attribute__((aligned(bytes)))
#endif

#ifdef __HIP__
#define HIPIFY_DEVICE __device__ inline __attribute__((always_inline, nodebug))
// Of a parameter that need not have a value: kernels give shuffles variables that one lane alone has set, whose value the others
// then get. Without it such a call is undefined, and the optimiser takes it that every lane is the one that sets it.
#define HIPIFY_MAYBE_UNSET __attribute__((maybe_undef))
#define HIPIFY_BOTH __host__ __device__ inline __attribute__((always_inline, nodebug))
#else
#define HIPIFY_DEVICE static inline
#define HIPIFY_MAYBE_UNSET
#define HIPIFY_BOTH inline
#endif

// At the start of a body: its operations are rounded one by one, whatever the source's flags say.
#define HIPIFY_EXACT _Pragma("clang fp contract(off) reassociate(off)")

// Before functions that AMD's headers lack: beside those headers they are templates (`amd/supplement.h`).
#define HIPIFY_SUPPLIED HIPIFY_DEVICE
#define HIPIFY_SUPPLIED_BOTH HIPIFY_BOTH
#define HIPIFY_SUPPLIED_OF(T) template <typename T> HIPIFY_DEVICE
#define HIPIFY_NOTHING_MORE

// Before functions that AMD's headers have with other results than CUDA's: beside those headers calls choose these.
#define HIPIFY_PREFERRED HIPIFY_DEVICE
#define HIPIFY_PREFERRED_BOTH HIPIFY_BOTH

#endif
