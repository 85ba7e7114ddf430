#include <cuda_runtime.h>

#pragma nv_diag_suppress 177
#pragma nv_exec_check_disable
template <class F> __host__ __device__ void call(F f) { f(); }
#pragma hd_warning_disable
template <class F> __host__ __device__ void call_too(F f) { f(); }
#pragma nv_diag_default 177
void none() {}
