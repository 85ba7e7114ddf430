// port-options: --support-header
// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>

void wait() { CubDebugExit(cudaDeviceSynchronize()); }
