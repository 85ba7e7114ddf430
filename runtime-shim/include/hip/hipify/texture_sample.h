// Samples a texture: point and linear filtering, mip levels, gathers (CUDA C++ Programming Guide, "Texture Fetching").
#ifndef HIPIFY_TEXTURE_SAMPLE_H
#define HIPIFY_TEXTURE_SAMPLE_H

#include <hip/hipify/texture_address.h>
#include <hip/hipify/texture_texel.h>

/// Where to sample: `dimensions` coordinates; `slice` is the layer or face of textures with fewer than three.
template <int Dimensions> struct __hipify_place {
    float x;
    float y;
    float z;
    int slice;
};

// A fetch is part of the kernel as far as it can be made of vectors: from a plain texture, in the ways that are usual. The functions with
// `outlined` in their names, which take any texture, `hipify-lower` leaves outside the kernels, once for all fetches.

template <class T, int D, __hipify_way Way, bool Plain>
static inline __host__ __device__ __hipify_channels<T> __hipify_point(const __hipify_texture *texture, const __hipify_level *level,
                                                                      __hipify_place<D> place) {
    const int x = __hipify_nearest<Plain>(texture, 0, place.x, level->width);
    const int y = D < 2 ? 0 : __hipify_nearest<Plain>(texture, 1, place.y, level->height);
    const int z = D < 3 ? place.slice : __hipify_nearest<Plain>(texture, 2, place.z, level->depth);
    return __hipify_load_by<T, Way>(texture, level, x, y, z);
}

template <class T, int D>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_point(const __hipify_texture *texture, const __hipify_level *level, __hipify_place<D> place) {
    return __hipify_point<T, D, __hipify_any_way, false>(texture, level, place);
}

/// The texels around a place on each axis.
template <int D, bool Plain> struct __hipify_surroundings {
    __hipify_pair x;
    __hipify_pair y;
    __hipify_pair z;

    __host__ __device__ __hipify_surroundings(const __hipify_texture *texture, const __hipify_level *level, __hipify_place<D> place)
        : x(__hipify_around<Plain>(texture, 0, place.x, level->width)), y(), z{place.slice, place.slice, 0.0f} {
        if (D > 1) y = __hipify_around<Plain>(texture, 1, place.y, level->height);
        if (D > 2) z = __hipify_around<Plain>(texture, 2, place.z, level->depth);
    }
};

/// Two, four or eight texels by their weights; unless `Way` is any, none is the border.
template <class T, int D, __hipify_way Way, bool Plain>
static inline __host__ __device__ __hipify_channels<T> __hipify_corners(const __hipify_texture *texture, const __hipify_level *level,
                                                                        const __hipify_surroundings<D, Plain> &around) {
    typedef typename __hipify_texel<T>::channel channel;
    const __hipify_pair x = around.x, y = around.y, z = around.z;
    float sum[__hipify_texel<T>::channels] = {};
    for (int corner = 0; corner < 1 << D; ++corner) {
        const bool right = corner & 1, below = corner & 2, far = corner & 4;
        const float weight = (right ? x.weight : 1.0f - x.weight) * (below ? y.weight : 1.0f - y.weight) *
                             (far ? z.weight : 1.0f - z.weight);
        const int at_x = right ? x.second : x.first, at_y = below ? y.second : y.first, at_z = far ? z.second : z.first;
        const __hipify_channels<T> texel = __hipify_load_by<T, Way>(texture, level, at_x, at_y, at_z);
        for (unsigned c = 0; c < __hipify_texel<T>::channels; ++c) sum[c] += weight * (float)texel.value[c];
    }
    __hipify_channels<T> result;
    for (unsigned c = 0; c < __hipify_texel<T>::channels; ++c) result.value[c] = (channel)sum[c];
    return result;
}

template <class T, int D>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_corners(const __hipify_texture *texture, const __hipify_level *level, __hipify_surroundings<D, false> around) {
    return __hipify_corners<T, D, __hipify_any_way>(texture, level, around);
}

template <class T, int D>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_blend(const __hipify_texture *texture, const __hipify_level *level, __hipify_place<D> place) {
    const __hipify_surroundings<D, false> around(texture, level, place);
    const bool inside = (around.x.first | around.x.second | around.y.first | around.y.second | around.z.first | around.z.second) >= 0;
    if (inside && __hipify_is_stored<T>(texture)) return __hipify_corners<T, D, __hipify_as_stored>(texture, level, around);
    if (inside && __hipify_is_bytes<T>(texture)) return __hipify_corners<T, D, __hipify_of_bytes>(texture, level, around);
    return __hipify_outlined_corners<T, D>(texture, level, around);
}

/// Only what is read as floats can be filtered.
template <class T, int D, bool Filterable = !__is_integral(typename __hipify_texel<T>::channel)> struct __hipify_filter {
    static inline __host__ __device__ __hipify_channels<T> sample(const __hipify_texture *texture, const __hipify_level *level,
                                                                  __hipify_place<D> place) {
        return texture->linear ? __hipify_outlined_blend<T, D>(texture, level, place)
                               : __hipify_outlined_point<T, D>(texture, level, place);
    }
};

template <class T, int D> struct __hipify_filter<T, D, false> {
    static inline __host__ __device__ __hipify_channels<T> sample(const __hipify_texture *texture, const __hipify_level *level,
                                                                  __hipify_place<D> place) {
        return __hipify_outlined_point<T, D>(texture, level, place);
    }
};

template <class T>
static inline __host__ __device__ __hipify_channels<T> __hipify_mix(__hipify_channels<T> near, __hipify_channels<T> far,
                                                                    float weight) {
    typedef typename __hipify_texel<T>::channel channel;
    for (unsigned c = 0; c < __hipify_texel<T>::channels; ++c)
        near.value[c] = (channel)((1.0f - weight) * (float)near.value[c] + weight * (float)far.value[c]);
    return near;
}

/// Samples the levels around a level of detail.
template <class T, int D>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_levels(const __hipify_texture *texture, __hipify_place<D> place, float detail) {
    detail += texture->level_bias;
    detail = detail < texture->level_max ? detail : texture->level_max;
    detail = detail > texture->level_min ? detail : texture->level_min;
    const float last = (float)(texture->level_count - 1);
    detail = detail < last ? detail : last;
    detail = detail > 0.0f ? detail : 0.0f;
    if (!texture->mip_linear) {
        const __hipify_level *level = texture->levels + (int)(detail + 0.5f);
        return __hipify_filter<T, D>::sample(texture, level, place);
    }
    const int first = (int)detail;
    const float weight = __hipify_weight(detail - (float)first);
    const __hipify_channels<T> near = __hipify_filter<T, D>::sample(texture, texture->levels + first, place);
    if (weight == 0.0f) return near;
    const __hipify_channels<T> far = __hipify_filter<T, D>::sample(texture, texture->levels + first + 1, place);
    return __hipify_mix<T>(near, far, weight);
}

/// Filters of several channels and of volumes are too long to be at each place.
template <class T, int D> static constexpr bool __hipify_blends_in_place = D < 3 && __hipify_texel<T>::channels == 1;

template <class T, int D, __hipify_way Way>
static inline __host__ __device__ __hipify_channels<T> __hipify_plain(const __hipify_texture *texture, __hipify_place<D> place) {
    const __hipify_level *level = &texture->base;
    if (__hipify_stored<T>::is_integer || !texture->linear) return __hipify_point<T, D, Way, true>(texture, level, place);
    if (!__hipify_blends_in_place<T, D>) return __hipify_outlined_blend<T, D>(texture, level, place);
    return __hipify_corners<T, D, Way>(texture, level, __hipify_surroundings<D, true>(texture, level, place));
}

template <class T, int D>
static inline __host__ __device__ T __hipify_sample(const void *object, __hipify_place<D> place, float detail = 0.0f) {
    const __hipify_texture *texture = (const __hipify_texture *)object;
    if (texture->plain) {
        if (__hipify_is_stored<T>(texture)) return __hipify_plain<T, D, __hipify_as_stored>(texture, place).whole();
        if (__hipify_is_bytes<T>(texture)) return __hipify_plain<T, D, __hipify_of_bytes>(texture, place).whole();
    }
    if (texture->level_count > 1) return __hipify_outlined_levels<T, D>(texture, place, detail).whole();
    return __hipify_filter<T, D>::sample(texture, &texture->base, place).whole();
}

/// The level of detail at which a step of the coordinates is a texel wide.
static inline __host__ __device__ float __hipify_detail(float longest_squared) {
    return longest_squared > 0.0f ? 0.5f * __builtin_log2f(longest_squared) : 0.0f;
}

static inline __host__ __device__ float __hipify_step(const __hipify_texture *texture, float x, float y, float z) {
    if (texture->normalized) {
        x *= (float)texture->base.width;
        y *= (float)texture->base.height;
        z *= (float)texture->base.depth;
    }
    return x * x + y * y + z * z;
}

/// The level of detail for the derivatives of the coordinates along the two axes of a picture.
static inline __host__ __device__ float __hipify_gradient(const void *object, float ax, float ay, float az, float bx, float by,
                                                          float bz) {
    const __hipify_texture *texture = (const __hipify_texture *)object;
    const float a = __hipify_step(texture, ax, ay, az), b = __hipify_step(texture, bx, by, bz);
    return __hipify_detail(a > b ? a : b);
}

/// A cubemap's: derivatives of a direction whose longest axis spans half a face.
static inline __host__ __device__ float __hipify_cube_gradient(const void *object, float x, float y, float z, float ax,
                                                               float ay, float az, float bx, float by, float bz) {
    const __hipify_texture *texture = (const __hipify_texture *)object;
    float major = __builtin_fabsf(x);
    major = __builtin_fabsf(y) > major ? __builtin_fabsf(y) : major;
    major = __builtin_fabsf(z) > major ? __builtin_fabsf(z) : major;
    const float a = ax * ax + ay * ay + az * az, b = bx * bx + by * by + bz * bz;
    const float texels = 0.5f * (float)texture->base.width / major;
    return __hipify_detail((a > b ? a : b) * texels * texels);
}

static inline __host__ __device__ __hipify_place<1> __hipify_at(float x) {
    return {x, 0.0f, 0.0f, 0};
}

static inline __host__ __device__ __hipify_place<2> __hipify_at(float x, float y) {
    return {x, y, 0.0f, 0};
}

static inline __host__ __device__ __hipify_place<3> __hipify_at(float x, float y, float z) {
    return {x, y, z, 0};
}

static inline __host__ __device__ __hipify_place<1> __hipify_at_layer(const void *object, float x, int layer) {
    return {x, 0.0f, 0.0f, __hipify_layer(layer, ((const __hipify_texture *)object)->base.depth)};
}

static inline __host__ __device__ __hipify_place<2> __hipify_at_layer(const void *object, float x, float y, int layer) {
    return {x, y, 0.0f, __hipify_layer(layer, ((const __hipify_texture *)object)->base.depth)};
}

static inline __host__ __device__ __hipify_place<2> __hipify_at_face(const void *object, float x, float y, float z, int cube) {
    const __hipify_on_cube on = __hipify_project(x, y, z);
    const int layer = __hipify_layer(cube, ((const __hipify_texture *)object)->base.depth / 6);
    return {on.s, on.t, 0.0f, layer * 6 + on.face};
}

/// An element of a texture, by its index; 0 outside.
template <class T> static inline __host__ __device__ T __hipify_fetch(const void *object, int x) {
    const __hipify_texture *texture = (const __hipify_texture *)object;
    const __hipify_channels<T> nothing = {};
    if ((unsigned)x >= texture->base.width) return nothing.whole();
    return __hipify_load<T>(texture, &texture->base, x, 0, 0).whole();
}

/// One channel of each of the four texels that linear filtering would blend, anticlockwise from the lower left.
template <class T>
static __attribute__((noinline, pure)) __host__ __device__ __hipify_channels<T>
__hipify_outlined_gather(const __hipify_texture *texture, float x, float y, int channel) {
    typedef typename __hipify_texel<T>::channel C;
    const __hipify_pair across = __hipify_around<false>(texture, 0, x, texture->base.width);
    const __hipify_pair down = __hipify_around<false>(texture, 1, y, texture->base.height);
    const int at_x[4] = {across.first, across.second, across.second, across.first};
    const int at_y[4] = {down.second, down.second, down.first, down.first};
    __hipify_channels<T> result;
    for (unsigned corner = 0; corner < __hipify_texel<T>::channels && corner < 4; ++corner) {
        const __hipify_channels<HIP_vector_type<C, 4>> texel =
            __hipify_load<HIP_vector_type<C, 4>>(texture, &texture->base, at_x[corner], at_y[corner], 0);
        result.value[corner] = texel.value[channel & 3];
    }
    return result;
}

template <class T> static inline __host__ __device__ T __hipify_gather(const void *object, float x, float y, int channel) {
    return __hipify_outlined_gather<T>((const __hipify_texture *)object, x, y, channel).whole();
}

#endif
