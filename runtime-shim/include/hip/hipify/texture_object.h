// What texture and surface objects lead to on the CPU. The runtime fills these in, fetch functions read them.
#ifndef HIPIFY_TEXTURE_OBJECT_H
#define HIPIFY_TEXTURE_OBJECT_H

/// One mip level: texels in rows of `pitch` bytes, less than 4 GiB, and slices of `slice` bytes. A layered texture has a slice for each layer, a
/// cubemap one for each face.
struct __hipify_level {
    unsigned char *data;
    unsigned long long pitch;
    unsigned long long slice;
    unsigned width;
    unsigned height;
    /// Slices.
    unsigned depth;
    unsigned reserved;
};

/// How the values of a texel's channels are stored (as hipChannelFormatKind numbers them).
enum __hipify_kind { __hipify_kind_signed, __hipify_kind_unsigned, __hipify_kind_float };

/// A texel's format in one word: kind, bits of a channel, channels, and whether values change when they are read.
#define __HIPIFY_FORMAT(kind, bits, channels, changes) \
    ((unsigned)(kind) | (unsigned)(bits) << 8 | (unsigned)(channels) << 16 | (unsigned)(changes) << 24)

/// A texture object.
struct __hipify_texture {
    const __hipify_level *levels;
    /// The first of `levels`.
    __hipify_level base;
    unsigned level_count;
    /// `__HIPIFY_FORMAT` of what is stored; with "changes" for integers that are read as fractions and for sRGB.
    unsigned format;
    /// Of a texel.
    unsigned bytes;
    unsigned char kind;
    unsigned char bits;
    unsigned char channels;
    unsigned char srgb;
    /// hipTextureAddressMode of each axis; wrap and mirror only together with `normalized`.
    unsigned char address[3];
    unsigned char linear;
    unsigned char mip_linear;
    /// Coordinates run from 0 to 1.
    unsigned char normalized;
    /// Integers are read as fractions of their largest value.
    unsigned char fractions;
    /// It has one level, and all axes wrap or clamp.
    unsigned char plain;
    float level_bias;
    float level_min;
    float level_max;
    float border[4];
};

/// A surface object: one level of an array, `bytes` for an element.
struct __hipify_surface {
    __hipify_level level;
    unsigned bytes;
    unsigned reserved;
};

#endif
