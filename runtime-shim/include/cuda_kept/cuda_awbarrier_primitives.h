// Barriers in shared memory at which threads arrive and wait apart, by CUDA's functions.
#pragma once
#pragma clang system_header
#include <cuda/arrivals.h>
#include <stdint.h>

typedef hipify_kept::arrivals __mbarrier_t;
typedef unsigned int __mbarrier_token_t;

__device__ inline uint32_t __mbarrier_maximum_count() { return 0xffff; }
__device__ inline void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected) { *barrier = hipify_kept::expecting(expected); }
__device__ inline void __mbarrier_inval(__mbarrier_t *) {}
__device__ inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
    return hipify_kept::arrive<__HIP_MEMORY_SCOPE_WORKGROUP>(barrier, 1);
}
__device__ inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
    return hipify_kept::drop<__HIP_MEMORY_SCOPE_WORKGROUP>(barrier);
}
__device__ inline bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
    return hipify_kept::phase(hipify_kept::seen<__HIP_MEMORY_SCOPE_WORKGROUP>(barrier)) != token;
}
__device__ inline bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
    return (hipify_kept::phase(hipify_kept::seen<__HIP_MEMORY_SCOPE_WORKGROUP>(barrier)) & 1) != static_cast<unsigned int>(parity);
}
__device__ inline bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, uint32_t = 0) {
    return __mbarrier_test_wait(barrier, token);
}
__device__ inline bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, uint32_t = 0) {
    return __mbarrier_test_wait_parity(barrier, parity);
}
