// compile: gfx90a needs hip-7.0
// lint-options: --rocm 6.4
#include <cuda_runtime.h>

__device__ int groups(int key) {
    auto peers = __match_any_sync(~0ull, key); // fires
    int sum = __reduce_add_sync(~0ull, key); // fires
    return __popcll(peers) + sum + __any_sync(~0ull, key);
}
