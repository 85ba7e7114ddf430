// Strings stay the host's: some of their functions are marked where they are declared and not where they are defined.
#pragma GCC system_header
#ifdef HIPIFY_STANDARD_MARKED
#pragma push_macro("_GLIBCXX20_CONSTEXPR")
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#include_next <bits/basic_string.h>
#pragma pop_macro("_GLIBCXX20_CONSTEXPR")
#else
#include_next <bits/basic_string.h>
#endif
