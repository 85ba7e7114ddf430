// <bits/localefwd.h> of the standard library for the host alone: classes of sources override what its classes have.
#pragma GCC system_header
#include <hip/hipify/std_shared.h>
#ifdef HIPIFY_STD
#undef HIPIFY_STD
#define HIPIFY_STD_PAUSED_BITS_LOCALEFWD_H
#include <hip/hipify/std_end.h>
#endif
#include_next <bits/localefwd.h>
#ifdef HIPIFY_STD_PAUSED_BITS_LOCALEFWD_H
#undef HIPIFY_STD_PAUSED_BITS_LOCALEFWD_H
#define HIPIFY_STD
#include <hip/hipify/std_begin.h>
#endif
