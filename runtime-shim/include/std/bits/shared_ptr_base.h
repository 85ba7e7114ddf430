// <bits/shared_ptr_base.h> of the standard library, its functions for host and device; `bad_weak_ptr::what` is the host's, as its
// base's is.
#pragma GCC system_header
#if defined(__HIP__) && !defined(HIPIFY_STD)
#define HIPIFY_STD
#define HIPIFY_STD_BITS_SHARED_PTR_BASE_H
#include <hip/hipify/std_begin.h>
#endif
#ifdef __HIP__
// What it includes that has exceptions of its own.
#include <bits/unique_ptr.h>
#include <ext/concurrence.h>
// After the next `what`, the destructor's name goes on for both.
#pragma push_macro("bad_weak_ptr")
#define bad_weak_ptr _Pragma("clang force_cuda_host_device begin") _Pragma("pop_macro(\"bad_weak_ptr\")") bad_weak_ptr
#pragma push_macro("bad_weak_ptr")
#undef bad_weak_ptr
#pragma push_macro("what")
#define what _Pragma("clang force_cuda_host_device end") _Pragma("pop_macro(\"bad_weak_ptr\")") what
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("what")
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-pragmas"
#pragma pop_macro("bad_weak_ptr")
#pragma pop_macro("bad_weak_ptr")
#pragma clang diagnostic pop
#else
#include_next <bits/shared_ptr_base.h>
#endif
#ifdef HIPIFY_STD_BITS_SHARED_PTR_BASE_H
#undef HIPIFY_STD_BITS_SHARED_PTR_BASE_H
#undef HIPIFY_STD
#include <hip/hipify/std_end.h>
#endif
