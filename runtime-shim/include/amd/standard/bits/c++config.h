// libstdc++'s configuration, with what makes its functions callable in kernels of C++17.
//
// Clang takes constexpr functions as functions of host and device. What C++20 makes constexpr of older functions (`std::swap`,
// assignment of tuples, `std::optional::emplace`, the algorithms) libstdc++ marks by a macro that is empty before C++20 and may be
// defined beforehand: here as the attributes that clang would give a constexpr function.
#pragma GCC system_header
#if defined(__HIP__) && defined(__cplusplus) && __cplusplus >= 201703L && __cplusplus < 202002L && !defined(_GLIBCXX20_CONSTEXPR)
#define HIPIFY_STANDARD_MARKED
#define _GLIBCXX20_CONSTEXPR __attribute__((host, device))
#endif
// Device code cannot throw.
#if defined(__HIP_DEVICE_COMPILE__) && !defined(_GLIBCXX_THROW_OR_ABORT)
#define _GLIBCXX_THROW_OR_ABORT(exception) (__builtin_trap())
#endif
#include_next <bits/c++config.h>
