// What one element of an array or a texture consists of: the bits and the kind of its channels.
#ifndef HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H
#define HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H

#include <hip/hip_common.h>
#include <hip/driver_types.h>
#include <hip/hip_vector_types.h>

#ifdef __cplusplus

extern "C" HIP_PUBLIC_API hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                                    hipChannelFormatKind f);

namespace hipify_channel {

/// `count` channels of `bits` bits each.
inline hipChannelFormatDesc description(int bits, int count, hipChannelFormatKind kind) {
    hipChannelFormatDesc made = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
    return made;
}

template <typename T>
struct scalar {
    static const int bits = 0;
    static const hipChannelFormatKind kind = hipChannelFormatKindNone;
};

#define HIPIFY_CHANNEL(type, what)                                     \
    template <>                                                        \
    struct scalar<type> {                                              \
        static const int bits = 8 * sizeof(type);                      \
        static const hipChannelFormatKind kind = hipChannelFormatKind##what; \
    };
HIPIFY_CHANNEL(char, Signed)
HIPIFY_CHANNEL(signed char, Signed)
HIPIFY_CHANNEL(unsigned char, Unsigned)
HIPIFY_CHANNEL(short, Signed)
HIPIFY_CHANNEL(unsigned short, Unsigned)
HIPIFY_CHANNEL(int, Signed)
HIPIFY_CHANNEL(unsigned int, Unsigned)
HIPIFY_CHANNEL(float, Float)
#undef HIPIFY_CHANNEL

template <typename T>
struct element {
    static hipChannelFormatDesc description() {
        return hipify_channel::description(scalar<T>::bits, 1, scalar<T>::kind);
    }
};

template <typename T, unsigned int n>
struct element<HIP_vector_type<T, n>> {
    static hipChannelFormatDesc description() {
        return hipify_channel::description(scalar<T>::bits, n, scalar<T>::kind);
    }
};

}  // namespace hipify_channel

template <typename T>
static inline hipChannelFormatDesc hipCreateChannelDesc() {
    return hipify_channel::element<T>::description();
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf() {
    return hipify_channel::description(16, 1, hipChannelFormatKindFloat);
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return hipCreateChannelDescHalf(); }

static inline hipChannelFormatDesc hipCreateChannelDescHalf2() {
    return hipify_channel::description(16, 2, hipChannelFormatKindFloat);
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf4() {
    return hipify_channel::description(16, 4, hipChannelFormatKindFloat);
}

#else

struct hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, enum hipChannelFormatKind f);

#endif

#endif
