// compile: gfx90a
// Tiles.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int *p) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block); // fires
    auto active = cg::coalesced_threads(); // fires
    auto small = cg::tiled_partition<16>(block);
    p[0] = warp.size() + active.size() + small.size();
}
