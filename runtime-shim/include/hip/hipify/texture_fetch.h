// The texture functions of kernels: of texture objects, as results and through pointers, and of texture references.
#ifndef HIPIFY_TEXTURE_FETCH_H
#define HIPIFY_TEXTURE_FETCH_H

#include <hip/hipify/texture_sample.h>
#include <hip/texture_types.h>

/// What a read of a texture reference returns: its type, or floats of as many channels.
template <class T, hipTextureReadMode Mode> struct __hip_tex_ret {
    typedef T type;
};

template <class T> struct __hip_tex_ret<T, hipReadModeNormalizedFloat> {
    typedef float type;
};

template <class C, unsigned N> struct __hip_tex_ret<HIP_vector_type<C, N>, hipReadModeNormalizedFloat> {
    typedef HIP_vector_type<float, N> type;
};

template <class T, hipTextureReadMode Mode> using __hip_tex_ret_t = typename __hip_tex_ret<T, Mode>::type;

#define __HIPIFY_LIST(...) __VA_ARGS__

// `result` is an expression of the type `T` and the texture object `object`.
#define __HIPIFY_TEXTURE_FUNCTION(name, kind, parameters, result)                                                \
    template <class T> static inline __device__ T name(hipTextureObject_t object, __HIPIFY_LIST parameters) {    \
        return result;                                                                                           \
    }                                                                                                            \
    template <class T>                                                                                           \
    static inline __device__ void name(T *value, hipTextureObject_t object, __HIPIFY_LIST parameters) {          \
        *value = result;                                                                                         \
    }                                                                                                            \
    template <class E, hipTextureReadMode M>                                                                     \
    static inline __device__ __hip_tex_ret_t<E, M> name(const texture<E, kind, M> &reference,                    \
                                                        __HIPIFY_LIST parameters) {                              \
        typedef __hip_tex_ret_t<E, M> T;                                                                         \
        const hipTextureObject_t object = reference.textureObject;                                               \
        return result;                                                                                           \
    }

__HIPIFY_TEXTURE_FUNCTION(tex1Dfetch, hipTextureType1D, (int x), (__hipify_fetch<T>(object, x)))
__HIPIFY_TEXTURE_FUNCTION(tex1D, hipTextureType1D, (float x), (__hipify_sample<T>(object, __hipify_at(x))))
__HIPIFY_TEXTURE_FUNCTION(tex2D, hipTextureType2D, (float x, float y), (__hipify_sample<T>(object, __hipify_at(x, y))))
__HIPIFY_TEXTURE_FUNCTION(tex3D, hipTextureType3D, (float x, float y, float z),
                          (__hipify_sample<T>(object, __hipify_at(x, y, z))))
__HIPIFY_TEXTURE_FUNCTION(tex1DLayered, hipTextureType1DLayered, (float x, int layer),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, layer))))
__HIPIFY_TEXTURE_FUNCTION(tex2DLayered, hipTextureType2DLayered, (float x, float y, int layer),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, y, layer))))
__HIPIFY_TEXTURE_FUNCTION(texCubemap, hipTextureTypeCubemap, (float x, float y, float z),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, 0))))
__HIPIFY_TEXTURE_FUNCTION(texCubemapLayered, hipTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, layer))))

__HIPIFY_TEXTURE_FUNCTION(tex1DLod, hipTextureType1D, (float x, float level),
                          (__hipify_sample<T>(object, __hipify_at(x), level)))
__HIPIFY_TEXTURE_FUNCTION(tex2DLod, hipTextureType2D, (float x, float y, float level),
                          (__hipify_sample<T>(object, __hipify_at(x, y), level)))
__HIPIFY_TEXTURE_FUNCTION(tex3DLod, hipTextureType3D, (float x, float y, float z, float level),
                          (__hipify_sample<T>(object, __hipify_at(x, y, z), level)))
__HIPIFY_TEXTURE_FUNCTION(tex1DLayeredLod, hipTextureType1DLayered, (float x, int layer, float level),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, layer), level)))
__HIPIFY_TEXTURE_FUNCTION(tex2DLayeredLod, hipTextureType2DLayered, (float x, float y, int layer, float level),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, y, layer), level)))
__HIPIFY_TEXTURE_FUNCTION(texCubemapLod, hipTextureTypeCubemap, (float x, float y, float z, float level),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, 0), level)))
__HIPIFY_TEXTURE_FUNCTION(texCubemapLayeredLod, hipTextureTypeCubemapLayered,
                          (float x, float y, float z, int layer, float level),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, layer), level)))

__HIPIFY_TEXTURE_FUNCTION(tex1DGrad, hipTextureType1D, (float x, float dx, float dy),
                          (__hipify_sample<T>(object, __hipify_at(x), __hipify_gradient(object, dx, 0, 0, dy, 0, 0))))
__HIPIFY_TEXTURE_FUNCTION(tex2DGrad, hipTextureType2D, (float x, float y, float2 dx, float2 dy),
                          (__hipify_sample<T>(object, __hipify_at(x, y),
                                              __hipify_gradient(object, dx.x, dx.y, 0, dy.x, dy.y, 0))))
__HIPIFY_TEXTURE_FUNCTION(tex3DGrad, hipTextureType3D, (float x, float y, float z, float4 dx, float4 dy),
                          (__hipify_sample<T>(object, __hipify_at(x, y, z),
                                              __hipify_gradient(object, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z))))
__HIPIFY_TEXTURE_FUNCTION(tex1DLayeredGrad, hipTextureType1DLayered, (float x, int layer, float dx, float dy),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, layer),
                                              __hipify_gradient(object, dx, 0, 0, dy, 0, 0))))
__HIPIFY_TEXTURE_FUNCTION(tex2DLayeredGrad, hipTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
                          (__hipify_sample<T>(object, __hipify_at_layer(object, x, y, layer),
                                              __hipify_gradient(object, dx.x, dx.y, 0, dy.x, dy.y, 0))))
__HIPIFY_TEXTURE_FUNCTION(texCubemapGrad, hipTextureTypeCubemap, (float x, float y, float z, float4 dx, float4 dy),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, 0),
                                              __hipify_cube_gradient(object, x, y, z, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z))))
__HIPIFY_TEXTURE_FUNCTION(texCubemapLayeredGrad, hipTextureTypeCubemapLayered,
                          (float x, float y, float z, int layer, float4 dx, float4 dy),
                          (__hipify_sample<T>(object, __hipify_at_face(object, x, y, z, layer),
                                              __hipify_cube_gradient(object, x, y, z, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z))))

#undef __HIPIFY_TEXTURE_FUNCTION
#undef __HIPIFY_LIST

template <class T> static inline __device__ T tex2Dgather(hipTextureObject_t object, float x, float y, int comp = 0) {
    return __hipify_gather<T>(object, x, y, comp);
}

template <class T>
static inline __device__ void tex2Dgather(T *value, hipTextureObject_t object, float x, float y, int comp = 0) {
    *value = __hipify_gather<T>(object, x, y, comp);
}

/// Of a texture reference: always four channels.
template <class E, hipTextureReadMode M> struct __hip_tex2dgather_ret {
    typedef HIP_vector_type<typename __hipify_texel<__hip_tex_ret_t<E, M>>::channel, 4> type;
};

template <class E, hipTextureReadMode M>
static inline __device__ typename __hip_tex2dgather_ret<E, M>::type tex2Dgather(const texture<E, hipTextureType2D, M> &reference,
                                                                                float x, float y, int comp = 0) {
    return __hipify_gather<typename __hip_tex2dgather_ret<E, M>::type>(reference.textureObject, x, y, comp);
}

#endif
