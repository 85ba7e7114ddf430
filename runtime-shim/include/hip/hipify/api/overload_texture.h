// Binding texture references by themselves instead of by their address.
#ifndef HIPIFY_API_OVERLOAD_TEXTURE_H
#define HIPIFY_API_OVERLOAD_TEXTURE_H

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture(size_t *offset, const struct texture<T, dim, readMode> &tex,
                                        const void *devPtr, size_t size = UINT_MAX) {
    return hipBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture(size_t *offset, const struct texture<T, dim, readMode> &tex,
                                        const void *devPtr, const struct hipChannelFormatDesc &desc,
                                        size_t size = UINT_MAX) {
    return hipBindTexture(offset, &tex, devPtr, &desc, size);
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture2D(size_t *offset, const struct texture<T, dim, readMode> &tex,
                                          const void *devPtr, size_t width, size_t height, size_t pitch) {
    return hipBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture2D(size_t *offset, const struct texture<T, dim, readMode> &tex,
                                          const void *devPtr, const struct hipChannelFormatDesc &desc, size_t width,
                                          size_t height, size_t pitch) {
    return hipBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}

/// The format is the array's own.
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToArray(const struct texture<T, dim, readMode> &tex, hipArray_const_t array) {
    struct hipChannelFormatDesc desc;
    hipError_t status = hipGetChannelDesc(&desc, array);
    return status == hipSuccess ? hipBindTextureToArray(&tex, array, &desc) : status;
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToArray(const struct texture<T, dim, readMode> &tex, hipArray_const_t array,
                                               const struct hipChannelFormatDesc &desc) {
    return hipBindTextureToArray(&tex, array, &desc);
}

/// The format is that of the first level.
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToMipmappedArray(const struct texture<T, dim, readMode> &tex,
                                                        hipMipmappedArray_const_t mipmappedArray) {
    struct hipChannelFormatDesc desc;
    hipArray_t level;
    hipError_t status = hipGetMipmappedArrayLevel(&level, mipmappedArray, 0);
    if (status == hipSuccess) status = hipGetChannelDesc(&desc, level);
    return status == hipSuccess ? hipBindTextureToMipmappedArray(&tex, mipmappedArray, &desc) : status;
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToMipmappedArray(const struct texture<T, dim, readMode> &tex,
                                                        hipMipmappedArray_const_t mipmappedArray,
                                                        const struct hipChannelFormatDesc &desc) {
    return hipBindTextureToMipmappedArray(&tex, mipmappedArray, &desc);
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipGetTextureAlignmentOffset(size_t *offset, const struct texture<T, dim, readMode> &tex) {
    return hipGetTextureAlignmentOffset(offset, &tex);
}

template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipUnbindTexture(const struct texture<T, dim, readMode> &tex) {
    return hipUnbindTexture(&tex);
}

#endif
