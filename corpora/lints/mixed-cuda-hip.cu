#include <cuda_runtime.h> // fires
#include <hip/hip_runtime.h>
