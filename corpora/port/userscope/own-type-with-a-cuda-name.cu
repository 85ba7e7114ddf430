#include <cuda_runtime.h>

namespace wrap {
struct cudaStream_t {
    ::cudaStream_t raw;
};
inline cudaStream_t make() {
    cudaStream_t stream;
    ::cudaStreamCreate(&stream.raw);
    return stream;
}
}

cudaStream_t raw() { return wrap::make().raw; }
