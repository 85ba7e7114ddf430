// launches.cu as nvcc would make calls of it.
#include "cuda_runtime.h"

static void fill(void **arguments, unsigned i) { (*static_cast<float **>(arguments[0]))[i] = static_cast<float>(i); }
static void scale(void **arguments, unsigned i) {
    (*static_cast<float **>(arguments[1]))[i] = (*static_cast<float **>(arguments[0]))[i] * 3;
}
static void link_up(void **arguments, unsigned i) { (*static_cast<float ***>(arguments[0]))[i] = *static_cast<float **>(arguments[1]) + i; }

const char *name_of_kernel(const void *function) {
    if (function == reinterpret_cast<const void *>(fill)) return "_Z4fillPf";
    return function == reinterpret_cast<const void *>(scale) ? "_Z5scalePKfPf" : "_Z7link_upPPfS_";
}

int main() {
    void *a, *b, *links;
    if (cudaMalloc(&a, 6000) || cudaMalloc(&b, 5000) || cudaMalloc(&links, 1000 * sizeof(float *))) return 1;
    void *two[] = {&a, &b}, *linked[] = {&links, &b};
    if (cudaLaunchKernel(reinterpret_cast<const void *>(fill), dim3(1250), dim3(1), two, 0, nullptr)) return 2;
    if (cudaLaunchKernel(reinterpret_cast<const void *>(scale), dim3(1250), dim3(1), two, 0, nullptr)) return 3;
    if (cudaLaunchKernel(reinterpret_cast<const void *>(link_up), dim3(1000), dim3(1), linked, 0, nullptr)) return 4;
    return cudaFree(a) || cudaFree(b) || cudaFree(links);
}
