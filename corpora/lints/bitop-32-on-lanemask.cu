// compile: gfx90a needs hip-6.4
// Bit functions and shifts of 32 bits on masks of lanes.
__device__ int compact(bool keep) {
    int lane = threadIdx.x % warpSize;
    unsigned long long mask = __ballot_sync(~0ull, keep);
    int first = __ffs(mask) - 1; // fires
    int last = 31 - __clz(mask); // fires
    int number = __popc(__ballot_sync(~0ull, keep)); // fires
    int before = __popc(mask & ((1u << lane) - 1)); // fires
    bool mine = mask & (1 << lane); // fires
    auto upper = mask & (0xffffffffu << lane); // fires
    return first + last + number + before + mine + (upper != 0);
}

__device__ int silent(unsigned flags, bool keep) {
    int lane = threadIdx.x % warpSize;
    unsigned long long mask = __ballot_sync(~0ull, keep);
    int number = __popcll(mask);
    int before = __popcll(mask & ((1ull << lane) - 1));
    int bits = __popc(flags);
    flags |= 1u << 3;
    int bit = number & 7;
    flags |= 1u << bit;
    return number + before + bits + flags + __popc(mask & 0xffff) + __clz(flags);
}

__device__ unsigned no_votes(unsigned flags) {
    int lane = threadIdx.x % 32;
    return flags & (1u << lane);
}

__device__ unsigned lanes_below() {
    return (1u << (threadIdx.x % warpSize)) - 1; // fires
}

__device__ int rank(bool keep) {
    unsigned long long mask = __ballot_sync(~0ull, keep);
    return __popc(mask & lanes_below()); // fires
}
