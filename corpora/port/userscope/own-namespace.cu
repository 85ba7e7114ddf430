#include <cuda_runtime.h>

namespace my {
inline int cudaFree(void *) { return 1; }
inline int cudaDeviceReset() { return cudaFree(nullptr); }
}

int go(void *p) { return my::cudaFree(p) + cudaFree(p) + ::cudaFree(p); }
