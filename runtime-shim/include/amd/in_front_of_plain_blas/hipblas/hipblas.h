// AMD's `hipblas.h` and `cublasSetWorkspace`, for sources without device code.
#pragma once
#pragma clang system_header
#include_next <hipblas/hipblas.h>
#include "../../../hip/hipify/blas_workspace.h"
