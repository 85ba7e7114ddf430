// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace primitives = cub;
int check(cudaError_t error) { return CubDebug(error); }
