// port-options: --experimental
// compile: no, the experimental names need ROCm 7
#include <cuda_runtime.h>
#include <cuda_fp16.h>

float pi_half() { return CUDART_MAX_NORMAL_FP16; }
