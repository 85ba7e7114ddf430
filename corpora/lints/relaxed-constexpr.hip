// compile: gfx90a
#include <hip/hip_runtime.h>
#ifndef __CUDACC_RELAXED_CONSTEXPR__ // fires
#error build with --expt-relaxed-constexpr
#endif
constexpr int square(int x) { return x * x; }
