#include <cuda_runtime.h>

const wchar_t *a = L"cudaFree";
const char *b = u8"cudaFree";
const char16_t *c = u"cudaFree";
const char *d = R"(cudaFree)";
const wchar_t *e = LR"x(cudaFree)" )x";
int f = cudaDeviceReset();
