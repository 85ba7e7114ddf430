// What headers of the standard library that are for the host alone include of its inner ones, and others too: read before them,
// for host and device.
#if defined(__HIP__) && !defined(HIPIFY_STD_SHARED_H)
#define HIPIFY_STD_SHARED_H
#include <hip/hipify/std_begin.h>
#if __has_include(<bits/functexcept.h>)
#include <bits/functexcept.h>
#include <ext/atomicity.h>
#include <bits/functional_hash.h>
#include <bits/alloc_traits.h>
#include <bits/uses_allocator.h>
#endif
#if __has_include(<bits/align.h>)
#include <bits/align.h>
#endif
#if __cplusplus >= 202002L && __has_include(<bits/uses_allocator_args.h>)
#include <bits/uses_allocator_args.h>
#endif
#include <hip/hipify/std_end.h>
#endif
