// compile: gfx90a
#include <hip/hip_runtime.h>

__global__ void kernel(float *p) { *p = 1; }
template <class T> __global__ void generic(T *p) { *p = 1; }

void attributes(const void *pointer) {
    hipFuncAttributes attributes;
    (void)hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 65536); // fires
    (void)hipFuncGetAttributes(&attributes, kernel);                                      // fires
    (void)hipFuncGetAttributes(&attributes, generic<float>);                              // fires
    (void)hipFuncSetAttribute((const void *)kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 65536);
    (void)hipFuncSetAttribute(pointer, hipFuncAttributeMaxDynamicSharedMemorySize, 65536);
    int blocks;
    (void)hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 0);
}
