#include <cuda_runtime.h>

const char *a = "\"cudaFree\"";
const char *b = "\\"; int c = cudaDeviceReset();
const char *d = "one\
 cudaFree two";
char e = '\'', f = '"', g = '\\'; int h = cudaDeviceReset();
