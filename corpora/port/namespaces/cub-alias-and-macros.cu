// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace detail = cub;
int check(cudaError_t error) { return CubDebug(error); }
