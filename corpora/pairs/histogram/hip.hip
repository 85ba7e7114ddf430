// How often each byte occurs: counted in LDS, then added to the result.
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void histogram(const std::uint8_t* bytes, std::size_t count, unsigned* result)
{
    __shared__ unsigned counts[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        counts[bin] = 0;
    }
    __syncthreads();

    const std::size_t step = std::size_t(blockDim.x) * gridDim.x;
    for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += step) {
        atomicAdd(counts + bytes[at], 1u);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        if (counts[bin] != 0) {
            atomicAdd(&result[bin], counts[bin]);
        }
    }
}
