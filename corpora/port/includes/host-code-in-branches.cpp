// What uses CUDA may be compiled without it: an include before the branch would end that.
#include <cstddef>

struct Queue {
    std::size_t length = 0;
#ifdef WITH_CUDA
    cudaStream_t stream;
#endif
};
