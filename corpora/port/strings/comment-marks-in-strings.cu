#include <cuda_runtime.h>

const char *url = "https://example.org/*"; int a = cudaDeviceReset(); const char *end = "*/";
const char *slashes = "//"; int b = cudaDeviceReset();
