// The surface functions of kernels: reads and writes of arrays. `x` counts bytes, as in CUDA.
#ifndef HIPIFY_SURFACE_H
#define HIPIFY_SURFACE_H

#include <hip/hipify/texture_object.h>
#include <hip/surface_types.h>

extern "C" __device__ __attribute__((nothrow, noreturn)) void __hipify_trap();

/// Brings an index of bytes `step` wide into `0 .. size`; false where there is nothing to access.
static inline __device__ bool __hipify_in_surface(int &index, unsigned size, int step, hipSurfaceBoundaryMode mode) {
    if (index >= 0 && (unsigned)index + (unsigned)step <= size) return true;
    if (mode == hipBoundaryModeTrap) __hipify_trap();
    if (mode != hipBoundaryModeClamp) return false;
    index = index < 0 ? 0 : (int)size - step;
    return true;
}

/// The address of an element, or null where there is none.
static inline __device__ unsigned char *__hipify_element(hipSurfaceObject_t object, unsigned bytes, int x, int y, int z,
                                                         hipSurfaceBoundaryMode mode) {
    const __hipify_surface *surface = (const __hipify_surface *)object;
    const __hipify_level &level = surface->level;
    const bool inside = __hipify_in_surface(x, level.width * surface->bytes, (int)bytes, mode) &&
                        __hipify_in_surface(y, level.height, 1, mode) && __hipify_in_surface(z, level.depth, 1, mode);
    if (!inside) return nullptr;
    return level.data + (unsigned)x + (unsigned long long)y * level.pitch + (unsigned long long)z * level.slice;
}

template <class T>
static inline __device__ T __hipify_surface_read(hipSurfaceObject_t object, int x, int y, int z, hipSurfaceBoundaryMode mode) {
    T value;
    const unsigned char *element = __hipify_element(object, sizeof(T), x, y, z, mode);
    if (element)
        __builtin_memcpy(&value, element, sizeof value);
    else
        __builtin_memset(&value, 0, sizeof value);
    return value;
}

template <class T>
static inline __device__ void __hipify_surface_write(const T &value, hipSurfaceObject_t object, int x, int y, int z,
                                                     hipSurfaceBoundaryMode mode) {
    if (unsigned char *element = __hipify_element(object, sizeof(T), x, y, z, mode))
        __builtin_memcpy(element, &value, sizeof value);
}

#define __HIPIFY_LIST(...) __VA_ARGS__

// A GPU's image instructions read 0 and write nothing outside: the boundary mode where none is given.
#define __HIPIFY_SURFACE_FUNCTIONS(name, parameters, y, z)                                                            \
    template <class T>                                                                                                \
    static inline __device__ T name##read(hipSurfaceObject_t object, __HIPIFY_LIST parameters,                        \
                                          hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {                        \
        return __hipify_surface_read<T>(object, x, y, z, mode);                                                       \
    }                                                                                                                 \
    template <class T>                                                                                                \
    static inline __device__ void name##read(T *data, hipSurfaceObject_t object, __HIPIFY_LIST parameters,            \
                                             hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {                     \
        *data = __hipify_surface_read<T>(object, x, y, z, mode);                                                      \
    }                                                                                                                 \
    template <class T>                                                                                                \
    static inline __device__ void name##write(T data, hipSurfaceObject_t object, __HIPIFY_LIST parameters,            \
                                              hipSurfaceBoundaryMode mode = hipBoundaryModeZero) {                    \
        __hipify_surface_write(data, object, x, y, z, mode);                                                          \
    }

__HIPIFY_SURFACE_FUNCTIONS(surf1D, (int x), 0, 0)
__HIPIFY_SURFACE_FUNCTIONS(surf2D, (int x, int y), y, 0)
__HIPIFY_SURFACE_FUNCTIONS(surf3D, (int x, int y, int z), y, z)
__HIPIFY_SURFACE_FUNCTIONS(surf1DLayered, (int x, int layer), 0, layer)
__HIPIFY_SURFACE_FUNCTIONS(surf2DLayered, (int x, int y, int layer), y, layer)
__HIPIFY_SURFACE_FUNCTIONS(surfCubemap, (int x, int y, int face), y, face)
__HIPIFY_SURFACE_FUNCTIONS(surfCubemapLayered, (int x, int y, int face, int layer), y, layer * 6 + face)

/// AMD's form of this one takes the value by pointer.
template <class T>
static inline __device__ void surfCubemapLayeredwrite(T *data, hipSurfaceObject_t object, int x, int y, int face, int layer) {
    __hipify_surface_write(*data, object, x, y, layer * 6 + face, hipBoundaryModeZero);
}

#undef __HIPIFY_SURFACE_FUNCTIONS
#undef __HIPIFY_LIST

#endif
