// compile: gfx90a needs hip-6.4
// Masks of lanes in 32 bits: by initialiser, assignment, cast, return and parameter.
#include <cstdint>
#include <cooperative_groups.h>

using mask_t = unsigned long long;
typedef uint32_t small_mask;

__device__ int count(unsigned mask) { return __popc(mask); }

__device__ unsigned voters(bool p) {
    return __ballot_sync(~0ull, p); // fires
}

__device__ unsigned long long all_voters(bool p) {
    return __ballot_sync(~0ull, p);
}

__global__ void kernel(int *out, const int *in, unsigned *masks) {
    int v = in[threadIdx.x];
    unsigned active = __activemask(); // fires
    const uint32_t peers = __match_any_sync(~0ull, v) & ~1ull; // fires
    int some = __ballot_sync(~0ull, v > 1); // fires
    small_mask aliased = __ballot(v > 2); // fires
    unsigned late;
    late = __ballot_sync(~0ull, v > 3); // fires
    masks[threadIdx.x / 64] = __ballot_sync(~0ull, v > 4); // fires
    out[0] = count((unsigned)__ballot_sync(~0ull, v > 5)); // fires
    out[1] = static_cast<int>(__ballot_sync(~0ull, v > 6)); // fires
    out[2] = count(__ballot_sync(~0ull, v > 7)); // fires
    auto more = all_voters(v > 8);
    unsigned fewer = all_voters(v > 9); // fires
    auto group = cooperative_groups::coalesced_threads();
    unsigned in_group = group.ballot(v > 10); // fires
    out[3] = active + peers + some + aliased + late + fewer + in_group + (more != 0);
}

__global__ void silent(int *out, const int *in) {
    int v = in[threadIdx.x];
    unsigned long long wide = __ballot_sync(~0ull, v > 0);
    mask_t named = __ballot_sync(~0ull, v > 1);
    auto whole = __activemask();
    uint64_t sized = __ballot(v);
    bool some = __ballot_sync(~0ull, v > 2);
    int any = __ballot_sync(~0ull, v > 2) != 0;
    if (__ballot_sync(~0ull, v > 3)) out[0] = 1;
    unsigned bit = (__ballot_sync(~0ull, v > 4) >> (threadIdx.x & 63)) & 1;
    unsigned high = __ballot_sync(~0ull, v > 5) >> 32;
    unsigned low = __ballot_sync(~0ull, v > 5) & 0xffffffffu;
    int number = __popcll(__ballot_sync(~0ull, v > 6));
    int leader = __ffsll(wide) - 1;
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    unsigned in_tile = tile.ballot(v > 7);
    out[1] = some + any + bit + high + low + number + leader + in_tile + (named == whole) + (sized > 3);
}

#ifdef __HIP_PLATFORM_AMD__
typedef unsigned long long portable_mask;
#else
typedef unsigned portable_mask;
#endif
__device__ int portable(int v) {
    portable_mask mask = __ballot_sync(~0ull, v > 0);
    return mask != 0;
}

__device__ unsigned held(int v) {
    unsigned long long votes = __ballot_sync(~0ull, v > 0);
    unsigned below = votes & 0xff00ff00ff00ff00ull; // fires
    if (below != 0) return votes; // fires
    return votes & 1;
}
