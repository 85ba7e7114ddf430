// Masks in types that a header names.
#include "types.h"

using local_t = word;

__global__ void vote(int *out, int v) {
    word first = __ballot_sync(~0ull, v > 1); // fires: HIP1003
    deep::votes_t second = 0;
    local_t third = __ballot_sync(~0ull, v > 2); // fires: HIP1003
    wide fourth = __ballot_sync(~0ull, v > 3);
    inner fifth = __ballot_sync(~0ull, v > 4);
    out[threadIdx.x] = first + second + third + __popcll(fourth) + __popcll(fifth);
}
