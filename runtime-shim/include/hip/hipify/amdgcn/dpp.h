// Data parallel primitives: moves between lanes by a control word.
#ifndef HIPIFY_AMDGCN_DPP_H
#define HIPIFY_AMDGCN_DPP_H

#include <hip/hipify/amdgcn/lanes.h>

namespace hipify {

/// What a control word means, as LLVM's `AMDGPU::DPP::DppCtrl` numbers them.
HIPIFY_BOTH constexpr bool is_dpp_control(int control) {
    return (control >= 0 && control <= 0xff) || (control >= 0x101 && control <= 0x10f) || (control >= 0x111 && control <= 0x11f) ||
           (control >= 0x121 && control <= 0x12f) || control == 0x130 || control == 0x134 || control == 0x138 || control == 0x13c ||
           (control >= 0x140 && control <= 0x143) || (control >= 0x150 && control <= 0x16f);
}

/// No lane.
constexpr unsigned int dpp_nowhere = 64;

/// The lane that a lane reads within its row of 16, as the control word says.
HIPIFY_DEVICE unsigned int dpp_in_row(unsigned int lane, unsigned int control) {
    unsigned int at = lane & 15, row = lane & ~15u, by = control & 15;
    switch (control & ~15u) {
        case 0x100: return at + by < 16 ? lane + by : dpp_nowhere;
        case 0x110: return at >= by ? lane - by : dpp_nowhere;
        case 0x120: return row | ((at - by) & 15);
        case 0x150: return row | by;
        default: return row | (at ^ by);
    }
}

/// The lane that a lane reads, or [`dpp_nowhere`].
HIPIFY_DEVICE unsigned int dpp_source(unsigned int lane, unsigned int control) {
    unsigned int last = __hipify_warp_size() - 1;
    if (control <= 0xff) return (lane & ~3u) | (control >> 2 * (lane & 3) & 3);
    switch (control) {
        case 0x130: return lane < last ? lane + 1 : dpp_nowhere;
        case 0x134: return (lane + 1) & last;
        case 0x138: return lane > 0 ? lane - 1 : dpp_nowhere;
        case 0x13c: return (lane - 1) & last;
        case 0x140: return lane ^ 15;
        case 0x141: return lane ^ 7;
        case 0x142: return lane > 15 ? (lane & ~15u) - 1 : dpp_nowhere;
        case 0x143: return lane > 31 ? 31 : dpp_nowhere;
        default: return dpp_in_row(lane, control);
    }
}

}  // namespace hipify

#define HIPIFY_DPP_CONTROL(control) \
    __attribute__((diagnose_if(!hipify::is_dpp_control(control), "no DPP control has this number", "error")))

// A lane that the masks leave out keeps `old`, and so does one with no source, unless `bound` gives it 0.
HIPIFY_DEVICE int __builtin_amdgcn_update_dpp(int old, int value, int control, int row_mask, int bank_mask, bool bound)
    HIPIFY_DPP_CONTROL(control) {
    unsigned int lane = __hipify_lane();
    int moved = hipify::lane_value(value, hipify::dpp_source(lane, static_cast<unsigned int>(control)), bound ? 0 : old);
    bool written = (row_mask >> (lane >> 4) & bank_mask >> (lane >> 2 & 3) & 1) != 0;
    return written ? moved : old;
}
// What is not written is not defined there; here it is 0.
HIPIFY_DEVICE int __builtin_amdgcn_mov_dpp(int value, int control, int row_mask, int bank_mask, bool bound)
    HIPIFY_DPP_CONTROL(control) {
    return __builtin_amdgcn_update_dpp(0, value, control, row_mask, bank_mask, bound);
}
// Eight selectors of three bits, for each group of eight lanes.
HIPIFY_DEVICE unsigned int __builtin_amdgcn_mov_dpp8(unsigned int value, unsigned int selectors) {
    unsigned int lane = __hipify_lane(), from = (lane & ~7u) | (selectors >> 3 * (lane & 7) & 7);
    return static_cast<unsigned int>(hipify::lane_value(static_cast<int>(value), from, 0));
}

#undef HIPIFY_DPP_CONTROL

#endif
