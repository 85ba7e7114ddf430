// Makes the standard library of the host usable in kernels. The C library's functions stay the host's, so that sources may
// declare them again, and those that kernels call are declared for the device beside them; what the C++ library defines in
// its headers is both. Comes before every other header: what has been read before cannot be changed any more.
#ifndef HIPIFY_STANDARD_H
#define HIPIFY_STANDARD_H

// Device code cannot throw: what the C++ library's own functions would throw stops the kernel.
#if defined(__HIP_DEVICE_COMPILE__) && !defined(_GLIBCXX_THROW_OR_ABORT)
#define _GLIBCXX_THROW_OR_ABORT(exception) (__builtin_trap())
#endif

// The C headers themselves, in place of those of the C++ library around them.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
#if __has_include(<mm_malloc.h>)
#include <mm_malloc.h>
#endif
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS

// Read before <exception> reads it for the host alone.
#include <bits/c++config.h>
#define HIPIFY_STD
#include <hip/hipify/std_begin.h>
#include <bits/move.h>
#include <hip/hipify/std_end.h>
#undef HIPIFY_STD

// Exceptions are the host's. The operators `new` and `delete` are the compiler's, for both sides; only placement needs a
// body on the device.
#include <exception>
#include <new>
#include <typeinfo>
// Folders of the compiler that are in the path too would define `new` and `delete` over a heap of a GPU.
#define __CLANG_CUDA_WRAPPERS_NEW

#include <hip/hipify/qualifiers.h>
#include <hip/hipify/c_library.h>

HIPIFY_DEVICE void *operator new(size_t, void *place) noexcept { return place; }
HIPIFY_DEVICE void *operator new[](size_t, void *place) noexcept { return place; }
HIPIFY_DEVICE void operator delete(void *, void *) noexcept {}
HIPIFY_DEVICE void operator delete[](void *, void *) noexcept {}

// The rest comes through wrappers, a folder `std` beside `hip` in the path, when a source asks for it.
#define HIPIFY_STD
#include <hip/hipify/std_begin.h>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <math.h>
#include <stdlib.h>
#include <hip/hipify/std_end.h>
#undef HIPIFY_STD

#endif
