// What the compiler of device code for the CPU gives meaning to: where a thread stands, and how threads meet.
#ifndef HIPIFY_INTRINSICS_H
#define HIPIFY_INTRINSICS_H

#include <stddef.h>
#include <hip/hipify/qualifiers.h>

#define HIPIFY_CONST extern "C" __device__ __attribute__((const, nothrow))
#define HIPIFY_MEETS extern "C" __device__ __attribute__((convergent, nothrow))

HIPIFY_CONST unsigned int __hipify_thread_x();
HIPIFY_CONST unsigned int __hipify_thread_y();
HIPIFY_CONST unsigned int __hipify_thread_z();
HIPIFY_CONST unsigned int __hipify_block_x();
HIPIFY_CONST unsigned int __hipify_block_y();
HIPIFY_CONST unsigned int __hipify_block_z();
HIPIFY_CONST unsigned int __hipify_block_dim_x();
HIPIFY_CONST unsigned int __hipify_block_dim_y();
HIPIFY_CONST unsigned int __hipify_block_dim_z();
HIPIFY_CONST unsigned int __hipify_grid_dim_x();
HIPIFY_CONST unsigned int __hipify_grid_dim_y();
HIPIFY_CONST unsigned int __hipify_grid_dim_z();
// The thread's index in its block, x fastest.
HIPIFY_CONST unsigned int __hipify_thread_linear();
HIPIFY_CONST unsigned int __hipify_lane();
HIPIFY_CONST unsigned int __hipify_warp_size();
HIPIFY_CONST unsigned int __hipify_dynamic_shared_size();
HIPIFY_CONST void *__hipify_shared_base();

HIPIFY_MEETS void __hipify_barrier();
HIPIFY_MEETS void __hipify_grid_sync();
HIPIFY_MEETS void __hipify_warp_sync();
// For `hipify-rs check`: the lanes of a mask have met, and what they did to memory comes before what they do now; the lanes that have met
// are to be those of a mask; and the atomic operation that follows is for the block alone. None is there in code that is not checked.
HIPIFY_MEETS void __hipify_lanes_ordered(unsigned long long mask);
HIPIFY_MEETS void __hipify_lanes_named(unsigned long long mask);
HIPIFY_MEETS void __hipify_block_scope();

// A lane puts a value, meets the others, and gets what any of them has put.
HIPIFY_MEETS void __hipify_put32(unsigned int value);
HIPIFY_MEETS void __hipify_put64(unsigned long long value);
HIPIFY_MEETS void __hipify_put_flag(bool value);
HIPIFY_MEETS unsigned int __hipify_get32(unsigned int lane);
HIPIFY_MEETS unsigned long long __hipify_get64(unsigned int lane);
// The lanes whose flag is set, and those that were there, at the last meeting.
HIPIFY_MEETS unsigned long long __hipify_ballot();
HIPIFY_MEETS unsigned long long __hipify_active();

// Plain functions of the runtime.
extern "C" __device__ __attribute__((nothrow)) long long __hipify_clock();
extern "C" __device__ __attribute__((nothrow, noreturn)) void __hipify_trap();
extern "C" __device__ __attribute__((nothrow, noreturn)) void __hipify_assert_fail(const char *expression,
    const char *file, unsigned int line, const char *function);
// Stops a kernel that cuts tiles of more threads than a warp has lanes.
extern "C" __device__ __attribute__((nothrow, noreturn)) void __hipify_wide_tile(unsigned int threads);
extern "C" __device__ __attribute__((nothrow, format(printf, 1, 2))) int __hipify_printf(const char *format, ...);
// The result is 0, as of `printf` under -mprintf-kind=buffered.
extern "C" __device__ __attribute__((nothrow, format(printf, 1, 2))) int __hipify_printf_buffered(const char *format, ...);

#undef HIPIFY_CONST
#undef HIPIFY_MEETS

#endif
