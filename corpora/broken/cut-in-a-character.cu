#include <cuda_runtime.h>
// Ã