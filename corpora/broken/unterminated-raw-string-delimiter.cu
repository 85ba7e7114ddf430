#include <cuda_runtime.h>
int wait() { return cudaDeviceSynchronize(); }
const char *s = R"toolongadelimiterforanycompiler(cudaFree)"; int f() { return cudaDeviceReset(); }
