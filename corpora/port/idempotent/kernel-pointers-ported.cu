#include <hip/hip_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int **p, hipEvent_t *event) {
    hipFuncSetAttribute(reinterpret_cast<const void *>(k), hipFuncAttributeMaxDynamicSharedMemorySize, 64);
    hipHostMalloc(p, 64, hipHostMallocDefault);
    hipEventCreateWithFlags(event, hipEventDisableTiming);
}
