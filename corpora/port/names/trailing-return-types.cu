#include <cuda_runtime.h>

auto make(bool high) -> cudaStream_t {
    cudaStream_t stream;
    auto fill = [&](int priority) mutable -> cudaError_t { return cudaStreamCreateWithPriority(&stream, 0, priority); };
    fill(high ? -1 : 0);
    return stream;
}
