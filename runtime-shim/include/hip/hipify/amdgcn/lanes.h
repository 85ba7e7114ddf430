// Reads of other lanes' values and masks of lanes.
#ifndef HIPIFY_AMDGCN_LANES_H
#define HIPIFY_AMDGCN_LANES_H

#include <hip/hipify/warp.h>

namespace hipify {

/// Whether a lane came to the last meeting. EXEC of a GPU says the same of the instruction.
HIPIFY_DEVICE bool lane_is_active(unsigned int lane) { return lane < 64 && (__hipify_active() >> lane & 1) != 0; }

/// What a lane has as `value`, and `otherwise` of one that is not here or is none of the wave.
HIPIFY_DEVICE int lane_value(int value, unsigned int lane, int otherwise) {
    int other = static_cast<int>(from_lane(static_cast<unsigned int>(value), lane));
    return lane_is_active(lane) ? other : otherwise;
}

HIPIFY_DEVICE unsigned int lane_in_wave(unsigned int lane) { return lane & (__hipify_warp_size() - 1); }

/// LLVM's predicates of integer comparisons (`CmpInst::Predicate`), by number.
template <typename Signed, typename Unsigned>
HIPIFY_DEVICE bool compare_integers(Unsigned a, Unsigned b, int predicate) {
    Signed x = static_cast<Signed>(a), y = static_cast<Signed>(b);
    switch (predicate) {
        case 32: return a == b;
        case 33: return a != b;
        case 34: return a > b;
        case 35: return a >= b;
        case 36: return a < b;
        case 37: return a <= b;
        case 38: return x > y;
        case 39: return x >= y;
        case 40: return x < y;
        default: return x <= y;
    }
}

/// The same for numbers with a point: bit 0 takes equal, 1 greater, 2 less, 3 unordered.
template <typename T>
HIPIFY_DEVICE bool compare_numbers(T a, T b, int predicate) {
    int relation = a != a || b != b ? 8 : a == b ? 1 : a > b ? 2 : 4;
    return (predicate & relation) != 0;
}

}  // namespace hipify

// The first lane that is here.
HIPIFY_DEVICE int __builtin_amdgcn_readfirstlane(int value) {
    __hipify_put32(static_cast<unsigned int>(value));
    __hipify_warp_sync();
    return static_cast<int>(__hipify_get32(static_cast<unsigned int>(__builtin_ctzll(__hipify_active()))));
}
// A lane that is not here has no registers that could be read: it gives 0.
HIPIFY_DEVICE int __builtin_amdgcn_readlane(int value, int lane) {
    return hipify::lane_value(value, hipify::lane_in_wave(static_cast<unsigned int>(lane)), 0);
}

// Addresses are those of bytes: four a lane.
HIPIFY_DEVICE int __builtin_amdgcn_ds_bpermute(int address, int value) {
    return hipify::lane_value(value, hipify::lane_in_wave(static_cast<unsigned int>(address) >> 2), 0);
}
// Of several lanes that send to one, the last is received.
HIPIFY_DEVICE int __builtin_amdgcn_ds_permute(int address, int value) {
    unsigned long long to = hipify::lane_in_wave(static_cast<unsigned int>(address) >> 2);
    __hipify_put64(to << 32 | static_cast<unsigned int>(value));
    __hipify_warp_sync();
    unsigned long long active = __hipify_active();
    unsigned int received = 0;
    for (unsigned int lane = 0; lane < __hipify_warp_size(); ++lane) {
        unsigned long long sent = __hipify_get64(lane);
        if ((active >> lane & 1) != 0 && sent >> 32 == __hipify_lane()) received = static_cast<unsigned int>(sent);
    }
    return static_cast<int>(received);
}

namespace hipify {

/// The lane of 32 that a swizzle reads (offset of DS_SWIZZLE_B32).
HIPIFY_DEVICE unsigned int swizzled(unsigned int lane, unsigned int offset) {
    unsigned int mask = offset & 31;
    if (offset >= 0xe000) {
        unsigned int reversed = __builtin_bitreverse32(lane) >> 27;
        return reversed >> __builtin_popcount(mask) | (lane & mask);
    }
    if (offset >= 0xc000) {
        unsigned int by = offset >> 5 & 31;
        if ((offset >> 10 & 1) != 0) by = 32 - by;
        return (lane & mask) | ((lane + by) & ~mask & 31);
    }
    if ((offset & 0x8000) != 0) return (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
    return ((lane & mask) | (offset >> 5 & 31)) ^ (offset >> 10 & 31);
}

}  // namespace hipify

HIPIFY_DEVICE int __builtin_amdgcn_ds_swizzle(int value, int offset) {
    unsigned int lane = __hipify_lane();
    return hipify::lane_value(value, (lane & 32) | hipify::swizzled(lane & 31, static_cast<unsigned int>(offset) & 0xffff), 0);
}

// Sixteen selectors of four bits: of lanes in the own row, or in the other one of the pair.
HIPIFY_DEVICE int __hipify_permlane(int old, int value, unsigned int low, unsigned int high, bool fetch, bool bound, unsigned int flip) {
    unsigned int lane = __hipify_lane(), at = lane & 15;
    unsigned int selected = (at < 8 ? low >> 4 * at : high >> 4 * (at - 8)) & 15;
    (void)fetch;  // The registers of a lane that is not here are none.
    return hipify::lane_value(value, ((lane & ~15u) | selected) ^ flip, bound ? 0 : old);
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_permlane16(unsigned int old, unsigned int value, unsigned int low, unsigned int high, bool fetch, bool bound) {
    return static_cast<unsigned int>(__hipify_permlane(static_cast<int>(old), static_cast<int>(value), low, high, fetch, bound, 0));
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_permlanex16(unsigned int old, unsigned int value, unsigned int low, unsigned int high, bool fetch, bool bound) {
    return static_cast<unsigned int>(__hipify_permlane(static_cast<int>(old), static_cast<int>(value), low, high, fetch, bound, 16));
}
// The halves of a wave of 64; one of 32 has none to swap.
HIPIFY_DEVICE unsigned int __builtin_amdgcn_permlane64(unsigned int value) {
    unsigned int lane = __hipify_lane(), other = __hipify_warp_size() == 64 ? lane ^ 32 : lane;
    return static_cast<unsigned int>(hipify::lane_value(static_cast<int>(value), other, 0));
}

HIPIFY_DEVICE unsigned int __builtin_amdgcn_mbcnt_lo(unsigned int mask, unsigned int base) { return __mbcnt_lo(mask, base); }
HIPIFY_DEVICE unsigned int __builtin_amdgcn_mbcnt_hi(unsigned int mask, unsigned int base) { return __mbcnt_hi(mask, base); }

HIPIFY_DEVICE unsigned int __builtin_amdgcn_ballot_w32(bool predicate) { return static_cast<unsigned int>(__ballot(predicate)); }
HIPIFY_DEVICE unsigned long __builtin_amdgcn_ballot_w64(bool predicate) { return __ballot(predicate); }

HIPIFY_DEVICE unsigned long __builtin_amdgcn_read_exec() { return __activemask(); }
HIPIFY_DEVICE unsigned int __builtin_amdgcn_read_exec_lo() { return static_cast<unsigned int>(__activemask()); }
HIPIFY_DEVICE unsigned int __builtin_amdgcn_read_exec_hi() { return static_cast<unsigned int>(__activemask() >> 32); }

HIPIFY_DEVICE unsigned long __builtin_amdgcn_uicmp(unsigned int a, unsigned int b, int predicate) {
    return __ballot(hipify::compare_integers<int>(a, b, predicate));
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_sicmp(int a, int b, int predicate) {
    return __builtin_amdgcn_uicmp(static_cast<unsigned int>(a), static_cast<unsigned int>(b), predicate);
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_uicmpl(unsigned long a, unsigned long b, int predicate) {
    return __ballot(hipify::compare_integers<long>(a, b, predicate));
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_sicmpl(long a, long b, int predicate) {
    return __builtin_amdgcn_uicmpl(static_cast<unsigned long>(a), static_cast<unsigned long>(b), predicate);
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_fcmpf(float a, float b, int predicate) {
    return __ballot(hipify::compare_numbers(a, b, predicate));
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_fcmp(double a, double b, int predicate) {
    return __ballot(hipify::compare_numbers(a, b, predicate));
}

#endif
