// compile: no, the experimental names are not there yet
#include <cuda_fp4.h>
#include <cuda_runtime.h>

int form() { return __NV_E2M1; }
