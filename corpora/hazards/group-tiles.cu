// Tiles of 8 and 16 threads by cooperative groups, which know their own size.
// run: wave-any
#include "support.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int SIZE> __global__ void tile_sums(const int *in, int *out) {
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    for (int delta = tile.size() / 2; delta > 0; delta /= 2) v += tile.shfl_down(v, delta);
    if (tile.thread_rank() == 0) out[i / SIZE] = v;
}

__global__ void leaders(const int *in, int *count) {
    if (in[threadIdx.x] % 2) return;
    const auto together = cg::coalesced_threads();
    if (together.thread_rank() == 0) atomicAdd(count, (int)together.size());
}

int main() {
    const int n = 512;
    int *in = managed<int>(n), *eights = managed<int>(n / 8), *sixteens = managed<int>(n / 16), *count = managed<int>(1);
    std::vector<int> want8(n / 8), want16(n / 16);
    int even = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 7 % 61;
        want8[i / 8] += in[i];
        want16[i / 16] += in[i];
        even += i < 256 && in[i] % 2 == 0;
    }
    tile_sums<8><<<n / 128, 128>>>(in, eights);
    tile_sums<16><<<n / 128, 128>>>(in, sixteens);
    leaders<<<1, 256>>>(in, count);
    finish();
    bool right = *count == even;
    for (int i = 0; i < n / 8; i++) right = right && eights[i] == want8[i];
    for (int i = 0; i < n / 16; i++) right = right && sixteens[i] == want16[i];
    return report("group-tiles", right);
}
