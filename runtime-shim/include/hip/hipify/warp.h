// What lanes of a warp tell each other: shuffles, votes, matches.
#ifndef HIPIFY_WARP_H
#define HIPIFY_WARP_H

#include <stdint.h>
#include <type_traits>
#include <hip/hipify/builtins.h>
#include <hip/hipify/intrinsics.h>

typedef unsigned long long __hip_lanemask_t;

HIPIFY_DEVICE unsigned int __lane_id() { return __hipify_lane(); }
HIPIFY_DEVICE unsigned int __laneid() { return __hipify_lane(); }
HIPIFY_DEVICE unsigned int __warpid() { return __hipify_thread_linear() / __hipify_warp_size(); }

HIPIFY_DEVICE uint64_t __lanemask_eq() { return uint64_t(1) << __hipify_lane(); }
HIPIFY_DEVICE uint64_t __lanemask_lt() { return (uint64_t(1) << __hipify_lane()) - 1; }
HIPIFY_DEVICE uint64_t __lanemask_le() { return __lanemask_lt() | __lanemask_eq(); }
HIPIFY_DEVICE uint64_t __lanemask_gt() {
    uint64_t all = ~uint64_t(0) >> (64 - __hipify_warp_size());
    return all & ~__lanemask_le();
}
HIPIFY_DEVICE uint64_t __lanemask_ge() { return __lanemask_gt() | __lanemask_eq(); }

// Bits of a mask's half below the caller's lane, counted from `base` on.
HIPIFY_DEVICE unsigned int __mbcnt_lo(unsigned int mask, unsigned int base) {
    return base + static_cast<unsigned int>(__builtin_popcountll(mask & __lanemask_lt()));
}
HIPIFY_DEVICE unsigned int __mbcnt_hi(unsigned int mask, unsigned int base) {
    return base + static_cast<unsigned int>(__builtin_popcountll(static_cast<uint64_t>(mask) << 32 & __lanemask_lt()));
}

namespace hipify {

// Values of up to four bytes travel as words, of up to eight as longs, larger ones in pieces. `Source` says what the caller
// gets of what the lanes have put: `source(get)`, where `get(lane)` may be asked for lanes up to 64 before and after the
// caller's, as long as only what lanes of the warp have put is made use of. Such gets of a row of lanes are one access.
struct get_word {
    HIPIFY_DEVICE unsigned int operator()(int lane) const { return __hipify_get32(static_cast<unsigned int>(lane)); }
};
struct get_long {
    HIPIFY_DEVICE unsigned long long operator()(int lane) const { return __hipify_get64(static_cast<unsigned int>(lane)); }
};

template <typename T, typename Source>
HIPIFY_DEVICE T exchange_32(T value, const Source &source) {
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    __hipify_put32(bits);
    __hipify_warp_sync();
    bits = source(get_word());
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

template <typename T, typename Source>
HIPIFY_DEVICE T exchange_64(T value, const Source &source) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    __hipify_put64(bits);
    __hipify_warp_sync();
    bits = source(get_long());
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

template <unsigned int size>
struct exchange {
    template <typename T, typename Source>
    static HIPIFY_DEVICE T values(T value, const Source &source) {
        constexpr unsigned int pieces = (size + 7) / 8;
        unsigned long long bits[pieces] = {};
        __builtin_memcpy(bits, &value, sizeof(T));
        for (unsigned int i = 0; i < pieces; ++i) bits[i] = exchange_64(bits[i], source);
        __builtin_memcpy(&value, bits, sizeof(T));
        return value;
    }
};
#define HIPIFY_EXCHANGE(size, bits)                                           \
    template <>                                                               \
    struct exchange<size> {                                                   \
        template <typename T, typename Source>                                \
        static HIPIFY_DEVICE T values(T value, const Source &source) {        \
            return exchange_##bits(value, source);                            \
        }                                                                     \
    };
HIPIFY_EXCHANGE(1, 32)
HIPIFY_EXCHANGE(2, 32)
HIPIFY_EXCHANGE(4, 32)
HIPIFY_EXCHANGE(8, 64)
#undef HIPIFY_EXCHANGE

/// What the source says of the lanes' values.
template <typename T, typename Source>
HIPIFY_DEVICE T exchanged(T value, const Source &source) {
    static_assert(std::is_trivially_copyable<T>::value, "lanes exchange values that can be copied byte by byte");
    return exchange<sizeof(T)>::values(value, source);
}

/// One lane's value, by its number in the warp.
struct at_lane {
    unsigned int lane;
    template <typename Get>
    HIPIFY_DEVICE auto operator()(Get get) const -> decltype(get(0)) {
        return get(static_cast<int>(lane & 63));
    }
};

/// What `lane` of the warp has as `value`.
template <typename T>
HIPIFY_DEVICE T from_lane(T value, unsigned int lane) {
    return exchanged(value, at_lane{lane});
}

// The sources of shuffles, in sections of `width` lanes. Where there is no such lane it is the caller's own value.
HIPIFY_DEVICE unsigned int section_of(int width) { return static_cast<unsigned int>(width) - 1; }

struct of_index {
    int index, width;
    template <typename Get>
    HIPIFY_DEVICE auto operator()(Get get) const -> decltype(get(0)) {
        unsigned int section = section_of(width), own = __hipify_lane() & ~section;
        // Of a whole warp there is one section: the same lane for all.
        if (width == static_cast<int>(__hipify_warp_size())) own = 0;
        return get(static_cast<int>((own | (static_cast<unsigned int>(index) & section)) & 63));
    }
};
struct from_below {
    unsigned int delta;
    int width;
    template <typename Get>
    HIPIFY_DEVICE auto operator()(Get get) const -> decltype(get(0)) {
        int lane = static_cast<int>(__hipify_lane());
        auto other = get(lane - static_cast<int>(delta & 63)), own = get(lane);
        return (__hipify_lane() & section_of(width)) < delta ? own : other;
    }
};
struct from_above {
    unsigned int delta;
    int width;
    template <typename Get>
    HIPIFY_DEVICE auto operator()(Get get) const -> decltype(get(0)) {
        int lane = static_cast<int>(__hipify_lane());
        auto other = get(lane + static_cast<int>(delta & 63)), own = get(lane);
        unsigned int section = section_of(width), left = section - (__hipify_lane() & section);
        return left < delta ? own : other;
    }
};
struct across {
    int mask, width;
    template <typename Get>
    HIPIFY_DEVICE auto operator()(Get get) const -> decltype(get(0)) {
        int lane = static_cast<int>(__hipify_lane()), bits = mask & 63;
        auto below = get(lane - bits), above = get(lane + bits), other = get(lane ^ bits), own = get(lane);
        // A mask of one bit, which is the usual one, swaps neighbouring rows of lanes.
        if ((bits & (bits - 1)) == 0) other = (lane & bits) != 0 ? below : above;
        // As NVIDIA's: sections before the caller's can be read, those after it cannot.
        unsigned int source = __hipify_lane() ^ static_cast<unsigned int>(mask);
        return source > (__hipify_lane() | section_of(width)) ? own : other;
    }
};

}  // namespace hipify

template <typename T>
HIPIFY_DEVICE T __shfl(HIPIFY_MAYBE_UNSET T value, int lane, int width = warpSize) {
    return hipify::exchanged(value, hipify::of_index{lane, width});
}
template <typename T>
HIPIFY_DEVICE T __shfl_up(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = warpSize) {
    return hipify::exchanged(value, hipify::from_below{delta, width});
}
template <typename T>
HIPIFY_DEVICE T __shfl_down(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = warpSize) {
    return hipify::exchanged(value, hipify::from_above{delta, width});
}
template <typename T>
HIPIFY_DEVICE T __shfl_xor(HIPIFY_MAYBE_UNSET T value, int mask, int width = warpSize) {
    return hipify::exchanged(value, hipify::across{mask, width});
}

namespace hipify {

/// The lanes that have met are to be those of a mask: `hipify-rs check` looks at that.
template <typename Mask>
HIPIFY_DEVICE void named(Mask mask) {
    __hipify_lanes_named(static_cast<unsigned long long>(mask));
}

}  // namespace hipify

// The lanes of a mask meet where they are: which those are is known without it.
template <typename Mask, typename T>
HIPIFY_DEVICE T __shfl_sync(Mask mask, HIPIFY_MAYBE_UNSET T value, int lane, int width = warpSize) {
    T other = __shfl(value, lane, width);
    hipify::named(mask);
    return other;
}
template <typename Mask, typename T>
HIPIFY_DEVICE T __shfl_up_sync(Mask mask, HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = warpSize) {
    T other = __shfl_up(value, delta, width);
    hipify::named(mask);
    return other;
}
template <typename Mask, typename T>
HIPIFY_DEVICE T __shfl_down_sync(Mask mask, HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = warpSize) {
    T other = __shfl_down(value, delta, width);
    hipify::named(mask);
    return other;
}
template <typename Mask, typename T>
HIPIFY_DEVICE T __shfl_xor_sync(Mask lanes, HIPIFY_MAYBE_UNSET T value, int mask, int width = warpSize) {
    T other = __shfl_xor(value, mask, width);
    hipify::named(lanes);
    return other;
}

HIPIFY_DEVICE unsigned long long __ballot(int predicate) {
    __hipify_put_flag(predicate != 0);
    __hipify_warp_sync();
    return __hipify_ballot();
}
HIPIFY_DEVICE unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
HIPIFY_DEVICE unsigned long long __activemask() {
    __hipify_put_flag(true);
    __hipify_warp_sync();
    return __hipify_active();
}
HIPIFY_DEVICE int __any(int predicate) { return __ballot(predicate) != 0; }
HIPIFY_DEVICE int __all(int predicate) {
    __hipify_put_flag(predicate != 0);
    __hipify_warp_sync();
    return __hipify_ballot() == __hipify_active();
}

template <typename Mask>
HIPIFY_DEVICE unsigned long long __ballot_sync(Mask mask, int predicate) {
    unsigned long long set = __ballot(predicate) & static_cast<unsigned long long>(mask);
    hipify::named(mask);
    return set;
}
template <typename Mask>
HIPIFY_DEVICE int __any_sync(Mask mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}
template <typename Mask>
HIPIFY_DEVICE int __all_sync(Mask mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}

/// The lanes whose value has the same bits as the caller's.
template <typename T>
HIPIFY_DEVICE unsigned long long __match_any(T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes can be matched");
    unsigned long long bits = 0, same = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    __hipify_put64(bits);
    __hipify_warp_sync();
    unsigned long long active = __hipify_active();
    for (unsigned int lane = 0; lane < __hipify_warp_size(); ++lane) {
        same |= static_cast<unsigned long long>(__hipify_get64(lane) == bits) << lane;
    }
    return same & active;
}

namespace hipify {

/// The lanes of `mask` that are here if their values have the same bits, else none; `all_same` says so too.
template <typename T>
HIPIFY_DEVICE unsigned long long match_all(unsigned long long mask, T value, int *all_same) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes can be matched");
    unsigned long long bits = 0, different = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    __hipify_put64(bits);
    __hipify_warp_sync();
    unsigned long long asked = __hipify_active() & mask;
    for (unsigned int lane = 0; lane < __hipify_warp_size(); ++lane) {
        different |= static_cast<unsigned long long>(__hipify_get64(lane) != bits) << lane;
    }
    bool same = (different & asked) == 0;
    *all_same = same;
    return same ? asked : 0;
}

}  // namespace hipify

template <typename Mask, typename T>
HIPIFY_DEVICE unsigned long long __match_all_sync(Mask mask, T value, int *all_same) {
    unsigned long long same = hipify::match_all(static_cast<unsigned long long>(mask), value, all_same);
    hipify::named(mask);
    return same;
}

template <typename T>
HIPIFY_DEVICE unsigned long long __match_all(T value, int *all_same) {
    return hipify::match_all(~0ull, value, all_same);
}

template <typename Mask, typename T>
HIPIFY_DEVICE unsigned long long __match_any_sync(Mask mask, T value) {
    unsigned long long same = __match_any(value) & static_cast<unsigned long long>(mask);
    hipify::named(mask);
    return same;
}

namespace hipify {

/// Folds the values of the lanes of `mask` that meet here, in their order; all of them get the result.
template <typename T, typename Fold>
HIPIFY_DEVICE T reduce_lanes(unsigned long long mask, T value, Fold fold) {
    static_assert(sizeof(T) <= 8, "values of up to 8 bytes are folded at one meeting");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    __hipify_put64(bits);
    __hipify_warp_sync();
    mask &= __hipify_active();
    T result = value;
    bool begun = false;
    for (unsigned int lane = 0; lane < __hipify_warp_size(); ++lane) {
        if (!(mask >> lane & 1)) continue;
        bits = __hipify_get64(lane);
        T other;
        __builtin_memcpy(&other, &bits, sizeof(T));
        result = begun ? fold(result, other) : other;
        begun = true;
    }
    return result;
}

struct fold_add { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return a + b; } };
struct fold_min { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return b < a ? b : a; } };
struct fold_max { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return a < b ? b : a; } };
struct fold_and { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return a & b; } };
struct fold_or { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return a | b; } };
struct fold_xor { template <typename T> HIPIFY_DEVICE T operator()(T a, T b) const { return a ^ b; } };

}  // namespace hipify

#define HIPIFY_REDUCE(name)                                                              \
    template <typename Mask, typename T>                                                 \
    HIPIFY_DEVICE T __reduce_##name##_sync(Mask mask, T value) {                         \
        T folded = hipify::reduce_lanes(static_cast<unsigned long long>(mask), value, hipify::fold_##name()); \
        hipify::named(mask);                                                             \
        return folded;                                                                   \
    }
HIPIFY_REDUCE(add)
HIPIFY_REDUCE(min)
HIPIFY_REDUCE(max)
HIPIFY_REDUCE(and)
HIPIFY_REDUCE(or)
HIPIFY_REDUCE(xor)
#undef HIPIFY_REDUCE

#endif
