#ifndef PARTED_H
#define PARTED_H
#ifdef MY_HIP
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif
void set() {
    hipFuncSetCacheConfig(0, hipFuncCachePreferL1); // fires: HIP3016
}
#endif
