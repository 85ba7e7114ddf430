// compile: needs hip-6.4
// Masks of lanes that go into 64 bits, or are asked for any lane at all, lose nothing; the others are reported.
#include <cuda_runtime.h>

__global__ void votes(int *counts, unsigned long long *masks, bool p) {
    const unsigned long long first = __ballot_sync(~0ull, p);
    auto deduced = __ballot_sync(~0ull, !p), both = first & __ballot_sync(first, p);
    unsigned long long later;
    later = __match_any_sync(first, counts[0]);
    counts[threadIdx.x] = __popcll(__ballot_sync(deduced, p)) + __ffsll(first | deduced | both | later);
    if (__ballot_sync(~0ull, p)) masks[0] = first;
    const unsigned narrow = __ballot_sync(~0ull, p);
    unsigned assigned;
    assigned = __ballot_sync(~0ull, p);
    masks[1] = __ballot_sync(narrow, p) + assigned;
    counts[1] = __popc(__ballot_sync(~0ull, p));
}
