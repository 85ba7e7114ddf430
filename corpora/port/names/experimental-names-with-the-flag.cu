// port-options: --experimental
// compile: needs hip-7.0
#include <cuda_runtime.h>
#include <cuda_fp16.h>

float pi_half() { return CUDART_MAX_NORMAL_FP16; }
