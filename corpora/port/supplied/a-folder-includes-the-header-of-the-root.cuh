// port-options: --support-header
// port-path: src/deep/dot.cuh
// compile: no, the header is two folders above it
#ifndef DOT_CUH
#define DOT_CUH

__device__ inline int dot(int a, int b) { return __dp4a(a, b, 0); }

#endif
