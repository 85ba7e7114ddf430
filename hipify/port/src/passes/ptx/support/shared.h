// Addresses in shared memory, which PTX keeps in 32 bits.
#ifndef HIPIFY_PTX_SHARED
#define HIPIFY_PTX_SHARED
#include <hip/hip_runtime.h>
namespace hipify_ptx {

#ifdef __HIPIFY_CPU__
static inline __device__ unsigned int to_shared(const void *pointer) {
    return static_cast<unsigned int>(static_cast<const char *>(pointer) - static_cast<const char *>(__hipify_shared_base()));
}
static inline __device__ void *from_shared(unsigned long long address) {
    return static_cast<char *>(__hipify_shared_base()) + static_cast<unsigned int>(address);
}
#else
static inline __device__ unsigned int to_shared(const void *pointer) {
    return static_cast<unsigned int>((unsigned long long)(__attribute__((address_space(3))) const char *)pointer);
}
static inline __device__ void *from_shared(unsigned long long address) {
    return (void *)(__attribute__((address_space(3))) char *)(address & 0xffffffff);
}
#endif

}  // namespace hipify_ptx
#endif
