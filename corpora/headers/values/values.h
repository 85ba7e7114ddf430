// What the checks of values share: numbers to try, and how a wrong one is said.
#ifndef VALUES_H
#define VALUES_H

struct Checks {
    long count = 0;
    int wrong = 0;

    // Bits of what was found and what was expected.
    template <typename T>
    __device__ void same(const char *what, T found, T expected, double input) {
        ++count;
        if (__builtin_memcmp(&found, &expected, sizeof(T)) == 0) return;
        if (found != found && expected != expected) return;
        if (++wrong <= 10) {
            printf("%s of %.17g (%a): %.17g, expected %.17g\n", what, input, input, double(found), double(expected));
        }
    }
    __device__ void close(const char *what, double found, double expected, double tolerance, double input) {
        ++count;
        if (found == expected || (found != found && expected != expected)) return;
        if (__builtin_fabs(found - expected) <= tolerance * __builtin_fabs(expected)) return;
        if (++wrong <= 10) printf("%s of %.17g: %.17g, expected %.17g\n", what, input, found, expected);
    }
};

// A sequence of 64-bit numbers (Marsaglia's xorshift with a multiplier).
struct Random {
    unsigned long long state = 0x9e3779b97f4a7c15ull;
    __device__ unsigned long long next() {
        state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
        return state * 0x2545f4914f6cdd1dull;
    }
};

template <typename To, typename From>
__device__ To bits_as(From from) {
    static_assert(sizeof(To) == sizeof(From), "bits of the same number");
    To to;
    __builtin_memcpy(&to, &from, sizeof(To));
    return to;
}

#endif
