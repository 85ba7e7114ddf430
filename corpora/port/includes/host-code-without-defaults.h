// What stands after `#else` may be code for a host that knows no CUDA.
#ifndef HOST_CODE_WITHOUT_DEFAULTS_H
#define HOST_CODE_WITHOUT_DEFAULTS_H

#include <iostream>

#ifndef WITHOUT_GPU
#define WITHOUT_GPU 0
#else
inline void check(cudaError_t error) { std::cerr << error; }
#endif

#ifdef WITH_GPU
inline void report(cudaError_t error) { std::cerr << error; }
#endif

#endif
