// Functions of a header that give masks and lanes, and take masks.
#include "lanes.cuh"

__global__ void votes(int *out, int v) {
    unsigned some = all_votes(v > 1); // fires: HIP1003
    unsigned long long all = __ballot_sync(~0ull, v > 2);
    out[0] = count_bits(all_votes(v > 3)); // fires: HIP1003
    out[1] = __popcll(all & ((1u << my_place()) - 1)); // fires: HIP1004
    out[2] = some;
}
