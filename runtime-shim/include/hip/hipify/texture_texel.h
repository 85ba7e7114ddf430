// Loads a texel: channels as stored become the values that a fetch returns.
#ifndef HIPIFY_TEXTURE_TEXEL_H
#define HIPIFY_TEXTURE_TEXEL_H

#include <hip/hip_vector_types.h>
#include <hip/hipify/texture_object.h>

/// What a fetch returns: channel type and number of channels.
template <class T> struct __hipify_texel {
    typedef T channel;
    static constexpr unsigned channels = 1;
};

template <class C, unsigned N> struct __hipify_texel<HIP_vector_type<C, N>> {
    typedef C channel;
    static constexpr unsigned channels = N;
};

/// The format whose bytes are a `T` as they stand.
template <class T> struct __hipify_stored {
    typedef typename __hipify_texel<T>::channel channel;
    static constexpr bool is_integer = __is_integral(channel);
    static constexpr unsigned kind = !is_integer               ? __hipify_kind_float
                                     : channel(-1) < channel(1) ? __hipify_kind_signed
                                                                : __hipify_kind_unsigned;
    static constexpr unsigned format = __HIPIFY_FORMAT(kind, sizeof(channel) * 8, __hipify_texel<T>::channels, 0);
};

static inline __host__ __device__ float __hipify_bits_to_float(unsigned bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline __host__ __device__ unsigned __hipify_float_to_bits(float value) {
    unsigned bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// IEC 61966-2-1: an sRGB value as a linear one.
static inline __host__ __device__ float __hipify_srgb_to_linear(float value) {
    return value <= 0.04045f ? value / 12.92f : __builtin_powf((value + 0.055f) / 1.055f, 2.4f);
}

static inline __host__ __device__ float __hipify_fraction(const __hipify_texture *texture, int value, unsigned channel) {
    if (texture->kind == __hipify_kind_signed) {
        const float fraction = (float)value / (texture->bits == 8 ? 127.0f : 32767.0f);
        return fraction < -1.0f ? -1.0f : fraction;
    }
    const float fraction = (float)value / (texture->bits == 8 ? 255.0f : 65535.0f);
    return texture->srgb && channel < 3 ? __hipify_srgb_to_linear(fraction) : fraction;
}

/// One channel as a GPU returns it: an integer extended to 32 bits, or a float's bits.
static inline __host__ __device__ unsigned __hipify_load_channel(const __hipify_texture *texture, const unsigned char *texel,
                                                                 unsigned channel) {
    if (channel >= texture->channels) return 0;
    const unsigned char *at = texel + channel * (texture->bits / 8);
    int value;
    if (texture->bits == 32) {
        __builtin_memcpy(&value, at, 4);
        return (unsigned)value;
    }
    if (texture->kind == __hipify_kind_float) {
        _Float16 half;
        __builtin_memcpy(&half, at, 2);
        return __hipify_float_to_bits((float)half);
    }
    const bool is_signed = texture->kind == __hipify_kind_signed;
    if (texture->bits == 8) {
        value = is_signed ? (signed char)*at : *at;
    } else {
        short narrow;
        __builtin_memcpy(&narrow, at, 2);
        value = is_signed ? narrow : (unsigned short)narrow;
    }
    return texture->fractions ? __hipify_float_to_bits(__hipify_fraction(texture, value, channel)) : (unsigned)value;
}

static inline __host__ __device__ unsigned __hipify_border_channel(const __hipify_texture *texture, unsigned channel) {
    const float value = texture->border[channel];
    const bool is_float = texture->kind == __hipify_kind_float || texture->fractions;
    if (is_float) return __hipify_float_to_bits(value);
    return texture->kind == __hipify_kind_signed ? (unsigned)(int)value : (unsigned)value;
}

/// A returned channel as `C`: integers are cut, floats are what the bits say; 16-bit floats are rounded.
template <class C, bool Integer = __is_integral(C), unsigned Bytes = sizeof(C)> struct __hipify_channel {
    static __host__ __device__ C of(unsigned bits) { return (C)bits; }
};

template <class C> struct __hipify_channel<C, false, 4> {
    static __host__ __device__ C of(unsigned bits) { return __hipify_bits_to_float(bits); }
};

template <class C> struct __hipify_channel<C, false, 2> {
    static __host__ __device__ C of(unsigned bits) {
        const _Float16 half = (_Float16)__hipify_bits_to_float(bits);
        C value;
        __builtin_memcpy(&value, &half, sizeof half);
        return value;
    }
};

template <class T> struct __hipify_channels {
    typename __hipify_texel<T>::channel value[__hipify_texel<T>::channels];

    __host__ __device__ T whole() const {
        T whole;
        __builtin_memcpy(&whole, value, sizeof value);
        return whole;
    }
};

/// Where a texel is that is inside of a level. Products of numbers of 32 bits without sign are one instruction for vectors of AVX2, too.
static inline __host__ __device__ const unsigned char *__hipify_texel_at(const __hipify_texture *texture, const __hipify_level *level,
                                                                         int x, int y, int z) {
    return level->data + (unsigned long long)(unsigned)x * texture->bytes + (unsigned long long)(unsigned)y * (unsigned)level->pitch +
           (unsigned long long)z * level->slice;
}

/// The format of 8 bits a channel that are read as fractions of 255, as those of most pictures, unless they are sRGB.
template <class T> struct __hipify_bytes {
    static constexpr bool exists = !__hipify_stored<T>::is_integer && sizeof(typename __hipify_texel<T>::channel) == sizeof(float);
    static constexpr unsigned format = __HIPIFY_FORMAT(__hipify_kind_unsigned, 8, __hipify_texel<T>::channels, 1);
};

template <class T> static inline __host__ __device__ bool __hipify_is_stored(const __hipify_texture *texture) {
    return texture->format == __hipify_stored<T>::format;
}

template <class T> static inline __host__ __device__ bool __hipify_is_bytes(const __hipify_texture *texture) {
    return __hipify_bytes<T>::exists && texture->format == __hipify_bytes<T>::format && !texture->srgb;
}

/// How texels become values: any way, not at all, or as fractions of 255.
enum __hipify_way { __hipify_any_way, __hipify_as_stored, __hipify_of_bytes };

/// Loads a texel in one of the last two ways.
template <class T, __hipify_way Way> static inline __host__ __device__ __hipify_channels<T> __hipify_load_as(const unsigned char *texel) {
    typedef typename __hipify_texel<T>::channel channel;
    __hipify_channels<T> result;
    if (Way == __hipify_as_stored) {
        __builtin_memcpy(result.value, texel, sizeof result.value);
    } else {
        for (unsigned c = 0; c < __hipify_texel<T>::channels; ++c) result.value[c] = (channel)((float)texel[c] / 255.0f);
    }
    return result;
}

/// Loads the texel at the indices, whatever its format, or the border colour where one is negative.
template <class T>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_load(const __hipify_texture *texture, const __hipify_level *level, int x, int y, int z) {
    typedef typename __hipify_texel<T>::channel channel;
    const bool outside = (x | y | z) < 0;
    const unsigned char *texel = outside ? nullptr : __hipify_texel_at(texture, level, x, y, z);
    __hipify_channels<T> result;
    for (unsigned c = 0; c < __hipify_texel<T>::channels; ++c)
        result.value[c] = __hipify_channel<channel>::of(outside ? __hipify_border_channel(texture, c)
                                                                : __hipify_load_channel(texture, texel, c));
    return result;
}

/// The same, without a call for the formats that are read most.
template <class T>
static inline __host__ __device__ __hipify_channels<T> __hipify_load(const __hipify_texture *texture,
                                                                     const __hipify_level *level, int x, int y, int z) {
    const bool stored = __hipify_is_stored<T>(texture), bytes = __hipify_is_bytes<T>(texture);
    if ((x | y | z) < 0 || !(stored || bytes)) return __hipify_outlined_load<T>(texture, level, x, y, z);
    const unsigned char *texel = __hipify_texel_at(texture, level, x, y, z);
    return stored ? __hipify_load_as<T, __hipify_as_stored>(texel) : __hipify_load_as<T, __hipify_of_bytes>(texel);
}

/// Loads the texel at the indices; unless `Way` is any, none is the border.
template <class T, __hipify_way Way>
static inline __host__ __device__ __hipify_channels<T> __hipify_load_by(const __hipify_texture *texture,
                                                                        const __hipify_level *level, int x, int y, int z) {
    return Way == __hipify_any_way ? __hipify_load<T>(texture, level, x, y, z)
                                   : __hipify_load_as<T, Way>(__hipify_texel_at(texture, level, x, y, z));
}

#endif
