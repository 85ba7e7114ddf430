// Turns a texture coordinate into the indices of the texels around it (CUDA C++ Programming Guide, "Texture Fetching").
#ifndef HIPIFY_TEXTURE_ADDRESS_H
#define HIPIFY_TEXTURE_ADDRESS_H

#include <hip/hipify/texture_object.h>

// hipTextureAddressMode.
enum { __hipify_address_wrap, __hipify_address_clamp, __hipify_address_mirror, __hipify_address_border };

/// Whether a coordinate is in an image that runs the other way.
static inline __host__ __device__ bool __hipify_backwards(const __hipify_texture *texture, int axis, float coordinate) {
    const float whole = __builtin_floorf(coordinate);
    const bool mirrors = texture->normalized && texture->address[axis] == __hipify_address_mirror;
    return mirrors && whole != 2.0f * __builtin_floorf(whole * 0.5f);
}

/// A coordinate in texels: 0 is the left edge of the first one, `size` the right edge of the last one.
static inline __host__ __device__ float __hipify_in_texels(const __hipify_texture *texture, int axis, float coordinate,
                                                           unsigned size) {
    if (texture->normalized) {
        const unsigned char mode = texture->address[axis];
        if (mode == __hipify_address_wrap || mode == __hipify_address_mirror) {
            const bool backwards = __hipify_backwards(texture, axis, coordinate);
            coordinate -= __builtin_floorf(coordinate);
            if (backwards) coordinate = 1.0f - coordinate;
        }
        coordinate *= (float)size;
    }
    // Far outside is all alike, and must still be an int; the comparisons are false for a NaN.
    const float limit = 1073741824.0f;
    coordinate = coordinate > -limit ? coordinate : -limit;
    return coordinate < limit ? coordinate : limit;
}

/// The index to load for one that may be outside; -1 is the border.
static inline __host__ __device__ int __hipify_index(const __hipify_texture *texture, int axis, int index, unsigned size) {
    if ((unsigned)index < size) return index;
    const unsigned char mode = texture->address[axis];
    if (mode == __hipify_address_border) return -1;
    // Wrapped coordinates leave at most one texel on either side.
    if (mode == __hipify_address_wrap) return index < 0 ? (int)size - 1 : 0;
    return index < 0 ? 0 : (int)size - 1;
}

/// The texel under a coordinate. An edge belongs to the texel after it in the direction of the coordinate, which in an image that runs the
/// other way is the one before it (as on an NVIDIA H100).
static inline __host__ __device__ int __hipify_nearest(const __hipify_texture *texture, int axis, float coordinate,
                                                       unsigned size) {
    const float in = __hipify_in_texels(texture, axis, coordinate, size);
    const float at = __hipify_backwards(texture, axis, coordinate) ? __builtin_ceilf(in) - 1.0f : __builtin_floorf(in);
    return __hipify_index(texture, axis, (int)at, size);
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

static inline __host__ __device__ __hipify_pair __hipify_around(const __hipify_texture *texture, int axis, float coordinate,
                                                                unsigned size) {
    const float at = __hipify_in_texels(texture, axis, coordinate, size) - 0.5f;
    const float whole = __builtin_floorf(at);
    __hipify_pair pair;
    pair.first = __hipify_index(texture, axis, (int)whole, size);
    pair.second = __hipify_index(texture, axis, (int)whole + 1, size);
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
