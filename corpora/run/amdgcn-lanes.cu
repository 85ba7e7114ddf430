// run: wave-any
// targets: cpu (no single GPU has all of these builtins)
// nvcc: none, the builtins are those of AMD's GPUs
// AMDGCN's builtins that move values between lanes, against their definitions in AMD's instruction sets and LLVM's AMDGPUUsage:
// whole waves, and waves some of whose lanes are elsewhere.
#include "check.h"

constexpr int threads = 128;

// What a lane reads: the lane, none (the instruction's replacement for it), or its own old value.
constexpr int none = -1;

#define DPP_CONTROLS(X)                                                                                                     \
    X(0x00) X(0x1b) X(0xe4) X(0x39) X(0xff) X(0x101) X(0x105) X(0x10f) X(0x111) X(0x112) X(0x114) X(0x118) X(0x11f)       \
    X(0x121) X(0x127) X(0x12f) X(0x130) X(0x134) X(0x138) X(0x13c) X(0x140) X(0x141) X(0x142) X(0x143) X(0x150)           \
    X(0x157) X(0x15f) X(0x160) X(0x165) X(0x16f)
#define SWIZZLES(X)                                                                                                         \
    X(0x041f) X(0x081f) X(0x101f) X(0x201f) X(0x401f) X(0x0018) X(0x03e0) X(0x801b) X(0x8039) X(0xc0a0) X(0xc4a0) \
    X(0xc0a7) X(0xe000) X(0xe01f) X(0xe010)

__device__ int value_of(int thread) { return thread * 37 + 5; }

#define AS_DPP(control)                                                                                                     \
    out[row++ * threads + t] = __builtin_amdgcn_update_dpp(-t, v, control, 0xf, 0xf, false);                              \
    out[row++ * threads + t] = __builtin_amdgcn_update_dpp(-t, v, control, 0xf, 0xf, true);                               \
    out[row++ * threads + t] = __builtin_amdgcn_update_dpp(-t, v, control, 0xa, 0x3, true);                               \
    out[row++ * threads + t] = __builtin_amdgcn_mov_dpp(v, control, 0xf, 0xf, true);
#define AS_SWIZZLE(offset) out[row++ * threads + t] = __builtin_amdgcn_ds_swizzle(v, offset);

// Threads for which `here` says so meet in each builtin; `rows` of results.
__global__ void lanes(int *out, const char *here, int *rows) {
    int t = threadIdx.x, v = value_of(t), row = 0, lane = t % warpSize;
    if (here[t]) {
        DPP_CONTROLS(AS_DPP)
        SWIZZLES(AS_SWIZZLE)
        for (int from = 0; from < 70; from += 23) out[row++ * threads + t] = __builtin_amdgcn_readlane(v, from);
        for (int to = 0; to < 70; to += 23) out[row++ * threads + t] = __builtin_amdgcn_writelane(v, to, -v);
        out[row++ * threads + t] = __builtin_amdgcn_readfirstlane(v);
        out[row++ * threads + t] = __builtin_amdgcn_ds_bpermute((lane * 5 + 3) * 4, v);
        out[row++ * threads + t] = __builtin_amdgcn_ds_permute((lane * 5 + 3) * 4, v);
        out[row++ * threads + t] = __builtin_amdgcn_ds_permute((lane / 2) * 4, v);
        out[row++ * threads + t] = (int)__builtin_amdgcn_permlane16((unsigned)-t, (unsigned)v, 0x01234567, 0x89abcdef, false, false);
        out[row++ * threads + t] = (int)__builtin_amdgcn_permlanex16((unsigned)-t, (unsigned)v, 0xfedcba98, 0x76543210, false, true);
        out[row++ * threads + t] = (int)__builtin_amdgcn_permlane64((unsigned)v);
        out[row++ * threads + t] = (int)__builtin_amdgcn_mov_dpp8((unsigned)v, 0x53977);
        out[row++ * threads + t] = (int)__builtin_amdgcn_mbcnt_hi(0x0f0f0f0f, __builtin_amdgcn_mbcnt_lo(0xff00ff00, 3));
        unsigned long masks[] = {
            __builtin_amdgcn_ballot_w64(lane % 3 == 0), __builtin_amdgcn_ballot_w32(lane % 5 == 0), __builtin_amdgcn_read_exec(),
            __builtin_amdgcn_read_exec_lo(), __builtin_amdgcn_read_exec_hi(),
            __builtin_amdgcn_uicmp((unsigned)(lane - 3), 7u, 34), __builtin_amdgcn_sicmp(lane - 3, 7, 38),
            __builtin_amdgcn_uicmpl((unsigned long)(lane - 3), 7ul, 37), __builtin_amdgcn_sicmpl(lane - 3, 7, 41),
            __builtin_amdgcn_fcmpf(lane % 4 == 0 ? NAN : (float)lane, 9.5f, 4), __builtin_amdgcn_fcmpf(lane % 4 == 0 ? NAN : (float)lane, 9.0f, 9),
            __builtin_amdgcn_fcmp((double)lane, 9.0, 6),
        };
        for (unsigned long mask : masks) {
            out[row++ * threads + t] = (int)mask;
            out[row++ * threads + t] = (int)(mask >> 32);
        }
        out[row++ * threads + t] = __builtin_amdgcn_inverse_ballot_w64(0xf0f0f0f00ff00ff0ul);
        out[row++ * threads + t] = __builtin_amdgcn_inverse_ballot_w32(0xf0f0ff00u);
        out[row++ * threads + t] = (int)__builtin_amdgcn_wavefrontsize();
        *rows = row;
    }
}

Verdict verdict("amdgcn-lanes");
int size, expected_row;
std::vector<char> here(threads);
std::vector<int> got;

int value(int thread) { return thread * 37 + 5; }
bool is_here(int wave, int lane) { return lane >= 0 && lane < size && here[wave * size + lane]; }

// Compares a row with what `rule(wave, lane)` says of the lanes that are there.
template <typename Rule>
void row(const char *what, Rule rule) {
    std::vector<int> mine, wanted;
    for (int t = 0; t < threads; ++t) {
        if (!here[t]) continue;
        mine.push_back(got[expected_row * threads + t]);
        wanted.push_back(rule(t / size, t % size));
    }
    verdict.same(what, mine, wanted);
    ++expected_row;
}

// What a lane gets from another one, with what it gets where there is none.
int from(int wave, int lane, int otherwise) { return is_here(wave, lane) ? value(wave * size + lane) : otherwise; }

// By AMD's "GCN3 Instruction Set Architecture", section 6.2 on DPP, and LLVM's enumeration of the controls.
int dpp_source(int c, int lane) {
    int row = lane / 16 * 16, at = lane % 16, n = c % 16;
    if (c < 0x100) return lane / 4 * 4 + (c >> lane % 4 * 2) % 4;
    if (c > 0x100 && c < 0x110) return at + n < 16 ? row + at + n : none;
    if (c > 0x110 && c < 0x120) return at - n >= 0 ? row + at - n : none;
    if (c > 0x120 && c < 0x130) return row + (at - n + 16) % 16;
    if (c == 0x130) return lane + 1 < size ? lane + 1 : none;
    if (c == 0x134) return (lane + 1) % size;
    if (c == 0x138) return lane - 1;
    if (c == 0x13c) return (lane + size - 1) % size;
    if (c == 0x140) return row + 15 - at;
    if (c == 0x141) return lane / 8 * 8 + 7 - lane % 8;
    if (c == 0x142) return row - 1;
    if (c == 0x143) return lane >= 32 ? 31 : none;
    if (c < 0x160) return row + n;
    return row + (at ^ n);
}

int dpp(int c, int row_mask, int bank_mask, bool bound, int wave, int lane, int old) {
    bool enabled = (row_mask >> lane / 16 & 1) && (bank_mask >> lane % 16 / 4 & 1);
    return enabled ? from(wave, dpp_source(c, lane), bound ? 0 : old) : old;
}

// By "Vega Instruction Set Architecture", section 12.13.1, DS_SWIZZLE_B32.
int swizzle_source(int offset, int lane) {
    int base = lane / 32 * 32, i = lane % 32;
    int mask = offset & 0x1f;
    if (offset >= 0xe000) {
        int reversed = 0, ones = 0;
        for (int bit = 0; bit < 5; ++bit) {
            reversed |= (i >> bit & 1) << (4 - bit);
            ones += mask >> bit & 1;
        }
        return base + ((reversed >> ones) | (i & mask));
    }
    if (offset >= 0xc000) {
        int rotate = offset >> 5 & 0x1f;
        if (offset >> 10 & 1) rotate = -rotate;
        return base + ((i & mask) | ((i + rotate) & ~mask & 0x1f));
    }
    if (offset >= 0x8000) return lane / 4 * 4 + (offset >> lane % 4 * 2 & 3);
    return base + (((i & mask) | (offset >> 5 & 0x1f)) ^ (offset >> 10 & 0x1f));
}

template <typename Predicate>
unsigned long mask_of(int wave, Predicate predicate) {
    unsigned long mask = 0;
    for (int lane = 0; lane < size; ++lane) {
        if (is_here(wave, lane) && predicate(lane)) mask |= 1ul << lane;
    }
    return mask;
}
template <typename Predicate>
void mask_rows(const char *what, Predicate predicate) {
    row(what, [&](int wave, int) { return (int)mask_of(wave, predicate); });
    row(what, [&](int wave, int) { return (int)(mask_of(wave, predicate) >> 32); });
}

// The last sender to a lane, 0 without one.
template <typename To>
int received(int wave, int lane, To to) {
    int result = 0;
    for (int sender = 0; sender < size; ++sender) {
        if (is_here(wave, sender) && to(sender) % size == lane) result = value(wave * size + sender);
    }
    return result;
}

void compare() {
    auto own = [](int wave, int lane) { return wave * size + lane; };
    const int controls[] = {
#define NUMBER(control) control,
        DPP_CONTROLS(NUMBER)};
    for (int c : controls) {
        row("update_dpp", [&](int w, int l) { return dpp(c, 0xf, 0xf, false, w, l, -own(w, l)); });
        row("update_dpp, bound", [&](int w, int l) { return dpp(c, 0xf, 0xf, true, w, l, -own(w, l)); });
        row("update_dpp, masked", [&](int w, int l) { return dpp(c, 0xa, 0x3, true, w, l, -own(w, l)); });
        row("mov_dpp", [&](int w, int l) { return dpp(c, 0xf, 0xf, true, w, l, 0); });
    }
    const int offsets[] = {SWIZZLES(NUMBER)};
    for (int offset : offsets) {
        row("ds_swizzle", [&](int w, int l) { return from(w, swizzle_source(offset, l), 0); });
    }
    for (int i = 0; i < 70; i += 23) row("readlane", [&](int w, int) { return from(w, i % size, 0); });
    for (int i = 0; i < 70; i += 23) {
        row("writelane", [&](int w, int l) { return l == i % size ? value(own(w, l)) : -value(own(w, l)); });
    }
    row("readfirstlane", [&](int w, int) {
        int first = 0;
        while (!is_here(w, first)) ++first;
        return value(own(w, first));
    });
    row("ds_bpermute", [&](int w, int l) { return from(w, (l * 5 + 3) % size, 0); });
    row("ds_permute", [&](int w, int l) { return received(w, l, [](int s) { return s * 5 + 3; }); });
    row("ds_permute, several", [&](int w, int l) { return received(w, l, [](int s) { return s / 2; }); });
    row("permlane16", [&](int w, int l) { return from(w, l / 16 * 16 + (int)(0x89abcdef01234567ull >> l % 16 * 4 & 15), -own(w, l)); });
    row("permlanex16", [&](int w, int l) { return from(w, (l / 16 * 16 ^ 16) + (int)(0x76543210fedcba98ull >> l % 16 * 4 & 15), 0); });
    row("permlane64", [&](int w, int l) { return from(w, size == 64 ? l ^ 32 : l, 0); });
    row("mov_dpp8", [&](int w, int l) { return from(w, l / 8 * 8 + (0x53977 >> l % 8 * 3 & 7), 0); });
    row("mbcnt", [&](int, int l) { return 3 + __builtin_popcountll(0x0f0f0f0fff00ff00ull & ((1ull << l) - 1)); });
    mask_rows("ballot_w64", [](int l) { return l % 3 == 0; });
    mask_rows("ballot_w32", [](int l) { return l % 5 == 0 && l < 32; });
    mask_rows("read_exec", [](int) { return true; });
    mask_rows("read_exec_lo", [](int l) { return l < 32; });
    row("read_exec_hi", [](int w, int) { return (int)(mask_of(w, [](int) { return true; }) >> 32); });
    row("read_exec_hi", [](int, int) { return 0; });
    mask_rows("uicmp ugt", [](int l) { return (unsigned)(l - 3) > 7u; });
    mask_rows("sicmp sgt", [](int l) { return l - 3 > 7; });
    mask_rows("uicmpl ule", [](int l) { return (unsigned long)(long)(l - 3) <= 7; });
    mask_rows("sicmpl sle", [](int l) { return l - 3 <= 7; });
    mask_rows("fcmpf olt", [](int l) { return l % 4 != 0 && l < 9.5; });
    mask_rows("fcmpf ueq", [](int l) { return l % 4 == 0 || l == 9; });
    mask_rows("fcmp one", [](int l) { return l != 9; });
    row("inverse_ballot_w64", [](int, int l) { return (int)(0xf0f0f0f00ff00ff0ul >> l & 1); });
    row("inverse_ballot_w32", [](int, int l) { return (int)(0xf0f0ff00u >> l % 32 & 1); });
    row("wavefrontsize", [](int, int) { return size; });
}

int main() {
    CHECK(cudaDeviceGetAttribute(&size, cudaDevAttrWarpSize, 0));
    constexpr int most = 512;
    Array<int> out(most * threads), rows(1);
    for (int absent : {0, 3, 7, 2}) {
        for (int t = 0; t < threads; ++t) here[t] = absent == 0 || (t + t / 16) % absent != 0;
        Array<char> mask(here);
        lanes<<<1, threads>>>(out.p, mask.p, rows.p);
        got = out.host();
        expected_row = 0;
        compare();
        verdict.same("rows", rows.host()[0], expected_row);
    }
    return verdict.end();
}
