// Turns a texture coordinate into the indices of the texels around it (CUDA C++ Programming Guide, "Texture Fetching").
#ifndef HIPIFY_TEXTURE_ADDRESS_H
#define HIPIFY_TEXTURE_ADDRESS_H

#include <hip/hipify/texture_object.h>

// hipTextureAddressMode.
enum { __hipify_address_wrap, __hipify_address_clamp, __hipify_address_mirror, __hipify_address_border };

// `Plain`: the texture is, and so neither mirrors nor has a border; what is left is free of branches.

/// A coordinate in texels: 0 is the left edge of the first one, the size of the axis the right edge of the last one.
struct __hipify_coordinate {
    float texels;
    /// It is in an image that runs the other way.
    bool backwards;
};

/// What is left of a coordinate of images that repeat: less than 1, also of one just below a whole number.
static inline __host__ __device__ float __hipify_wrapped(float coordinate) {
    const float part = coordinate - __builtin_floorf(coordinate);
    return part >= 1.0f ? 0x1.fffffep-1f : part;
}

template <bool Plain>
static inline __host__ __device__ __hipify_coordinate __hipify_in_texels(const __hipify_texture *texture, int axis, float coordinate,
                                                                         unsigned size) {
    const unsigned char mode = texture->address[axis];
    bool backwards = false;
    if (Plain) {
        coordinate = mode == __hipify_address_wrap ? __hipify_wrapped(coordinate) : coordinate;
        coordinate *= texture->normalized ? (float)size : 1.0f;
    } else if (texture->normalized) {
        if (mode == __hipify_address_wrap) coordinate = __hipify_wrapped(coordinate);
        if (__builtin_expect(mode == __hipify_address_mirror, 0)) {
            const float whole = __builtin_floorf(coordinate);
            backwards = whole != 2.0f * __builtin_floorf(whole * 0.5f);
            coordinate = backwards ? 1.0f - (coordinate - whole) : coordinate - whole;
        }
        coordinate *= (float)size;
    }
    // No number is 0, as on an NVIDIA H200. Far outside is all alike, and must still be an int.
    const float limit = 1073741824.0f;
    coordinate = coordinate == coordinate ? coordinate : 0.0f;
    coordinate = coordinate > -limit ? coordinate : -limit;
    return {coordinate < limit ? coordinate : limit, backwards};
}

/// The index to load for one that may be outside; -1 is the border.
template <bool Plain>
static inline __host__ __device__ int __hipify_index(const __hipify_texture *texture, int axis, int index, unsigned size) {
    const unsigned char mode = texture->address[axis];
    if (Plain) {
        const int last = (int)size - 1, wraps = mode == __hipify_address_wrap;
        const int before = wraps ? last : 0, after = wraps ? 0 : last;
        index = index < 0 ? before : index;
        return index > last ? after : index;
    }
    if ((unsigned)index < size) return index;
    if (mode == __hipify_address_border) return -1;
    // Wrapped coordinates leave at most one texel on either side.
    if (mode == __hipify_address_wrap) return index < 0 ? (int)size - 1 : 0;
    return index < 0 ? 0 : (int)size - 1;
}

/// The texel under a coordinate. An edge belongs to the texel after it in the direction of the coordinate, which in an image that runs the
/// other way is the one before it (as on an NVIDIA H100).
template <bool Plain>
static inline __host__ __device__ int __hipify_nearest(const __hipify_texture *texture, int axis, float coordinate,
                                                       unsigned size) {
    const __hipify_coordinate in = __hipify_in_texels<Plain>(texture, axis, coordinate, size);
    const float at = in.backwards ? __builtin_ceilf(in.texels) - 1.0f : __builtin_floorf(in.texels);
    return __hipify_index<Plain>(texture, axis, (int)at, size);
}

/// The two texels around a coordinate and the second one's weight.
struct __hipify_pair {
    int first;
    int second;
    float weight;
};

/// Weights have 8 bits after the point: 9-bit fixed-point values in which 1 can be said.
static inline __host__ __device__ float __hipify_weight(float fraction) {
    return __builtin_floorf(fraction * 256.0f + 0.5f) * (1.0f / 256.0f);
}

template <bool Plain>
static inline __host__ __device__ __hipify_pair __hipify_around(const __hipify_texture *texture, int axis, float coordinate,
                                                                unsigned size) {
    const float at = __hipify_in_texels<Plain>(texture, axis, coordinate, size).texels - 0.5f;
    const float whole = __builtin_floorf(at);
    __hipify_pair pair;
    pair.first = __hipify_index<Plain>(texture, axis, (int)whole, size);
    pair.second = __hipify_index<Plain>(texture, axis, (int)whole + 1, size);
    pair.weight = __hipify_weight(at - whole);
    return pair;
}

/// A layer's slice; layers outside are the nearest one.
static inline __host__ __device__ int __hipify_layer(int layer, unsigned layers) {
    if (layer < 0) return 0;
    return layer < (int)layers ? layer : (int)layers - 1;
}

/// A direction as a cubemap's face and coordinates from 0 to 1 on it.
struct __hipify_on_cube {
    int face;
    float s;
    float t;
};

static inline __host__ __device__ __hipify_on_cube __hipify_project(float x, float y, float z) {
    const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
    __hipify_on_cube on;
    float major, s, t;
    if (az >= ax && az >= ay) {
        on.face = z >= 0 ? 4 : 5;
        major = az, s = z >= 0 ? x : -x, t = -y;
    } else if (ay >= ax) {
        on.face = y >= 0 ? 2 : 3;
        major = ay, s = x, t = y >= 0 ? z : -z;
    } else {
        on.face = x >= 0 ? 0 : 1;
        major = ax, s = x >= 0 ? -z : z, t = -y;
    }
    on.s = (s / major + 1.0f) * 0.5f;
    on.t = (t / major + 1.0f) * 0.5f;
    return on;
}

#endif
