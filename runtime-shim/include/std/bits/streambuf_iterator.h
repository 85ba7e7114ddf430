// <bits/streambuf_iterator.h> of the standard library, its functions for host and device.
#pragma GCC system_header
#if defined(__HIP__) && !defined(HIPIFY_STD)
#define HIPIFY_STD
#define HIPIFY_STD_BITS_STREAMBUF_ITERATOR_H
#include <hip/hipify/std_begin.h>
#endif
#include_next <bits/streambuf_iterator.h>
#ifdef HIPIFY_STD_BITS_STREAMBUF_ITERATOR_H
#undef HIPIFY_STD_BITS_STREAMBUF_ITERATOR_H
#undef HIPIFY_STD
#include <hip/hipify/std_end.h>
#endif
