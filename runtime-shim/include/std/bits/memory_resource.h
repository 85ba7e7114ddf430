// <bits/memory_resource.h> of the standard library for the host alone: classes of sources override what its classes have.
#pragma GCC system_header
#include <hip/hipify/std_shared.h>
#ifdef HIPIFY_STD
#undef HIPIFY_STD
#define HIPIFY_STD_PAUSED_BITS_MEMORY_RESOURCE_H
#include <hip/hipify/std_end.h>
#endif
#include_next <bits/memory_resource.h>
#ifdef HIPIFY_STD_PAUSED_BITS_MEMORY_RESOURCE_H
#undef HIPIFY_STD_PAUSED_BITS_MEMORY_RESOURCE_H
#define HIPIFY_STD
#include <hip/hipify/std_begin.h>
#endif
