// CUDA's lane masks have 32 bits and HIP's 64: all lanes of a warp are all lanes of a wavefront, other masks name its first half.
#if defined(__HIP__) && defined(__cplusplus) && !defined(HIPIFY_LANE_MASK)
#define HIPIFY_LANE_MASK
template <int Bytes> struct hipify_lane_mask_of {
    static __host__ __device__ constexpr unsigned long long wide(unsigned long long mask) { return mask; }
};
template <> struct hipify_lane_mask_of<4> {
    static __host__ __device__ constexpr unsigned long long wide(unsigned mask) { return mask == ~0u ? ~0ull : mask; }
};
template <typename Mask> __host__ __device__ constexpr unsigned long long hipify_lane_mask(Mask mask) {
    return hipify_lane_mask_of<sizeof(Mask)>::wide(mask);
}
__host__ __device__ constexpr unsigned long long hipify_lane_mask() { return ~0ull; }
#endif
