#include <cub/cub.cuh>

using Policy = cub::AgentReducePolicy<256, 4, float, 4, cub::BLOCK_REDUCE_RAKING, cub::LOAD_DEFAULT>; // fires
using Mine = my::DispatchReduce<int>;

void sum(void *storage, size_t &bytes, float *in, float *out, int n) {
    cub::DeviceReduce::Sum(storage, bytes, in, out, n);
}
