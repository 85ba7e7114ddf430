// compile: no, it is not C++ before either
#include <cuda_runtime.h>

}}} void go(void *p) { cudaFree(p); } )) ]
int wait() { return cudaDeviceSynchronize(); }
