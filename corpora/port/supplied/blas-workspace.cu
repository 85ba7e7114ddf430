// compile: no, hipBLAS of ROCm 6 has none: `hipify-rs build` does
#include <cublas_v2.h>

cublasStatus_t lend(cublasHandle_t handle, void *memory, size_t bytes) { return cublasSetWorkspace(handle, memory, bytes); }
