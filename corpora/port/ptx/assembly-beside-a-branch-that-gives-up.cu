// may-change: strings, what is no assembly any more
#include <cassert>

__device__ void wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;");
#else
    assert(false && "not supported");
#endif
}
