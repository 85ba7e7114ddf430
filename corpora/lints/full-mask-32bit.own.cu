// compile: no, HIP's header makes a macro of the member's name
// A member of the user's own of that name, and a variable that is no full mask.
struct Lanes {
    float __shfl_sync(unsigned mask, float v, int lane);
};
float other(Lanes &lanes, float v) { return lanes.__shfl_sync(0xffffffff, v, 0); }

__device__ float by_variable(float v) {
    unsigned part = 0xffffffffu;
    part = __ballot_sync(~0ull, v > 0);
    return __shfl_sync(part, v, 3) + __shfl_sync(0xffffffff, v, 3); // fires
}
