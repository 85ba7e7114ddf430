#pragma once

#include <cmath>

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__ __forceinline__
#else
#define HOST_DEVICE inline
#endif

// The vector types of one precision.
template <class T> struct Real;
template <> struct Real<float> {
    using Vector3 = float3;
    using Vector4 = float4;
    static HOST_DEVICE float3 zero() { return make_float3(0, 0, 0); }
};
template <> struct Real<double> {
    using Vector3 = double3;
    using Vector4 = double4;
    static HOST_DEVICE double3 zero() { return make_double3(0, 0, 0); }
};

// One over the square root: the device has an instruction for it.
HOST_DEVICE float inverse_root(float x) {
#ifdef __CUDA_ARCH__
    return rsqrtf(x);
#else
    return 1.0f / std::sqrt(x);
#endif
}
HOST_DEVICE double inverse_root(double x) {
#ifdef __CUDA_ARCH__
    return rsqrt(x);
#else
    return 1.0 / std::sqrt(x);
#endif
}

// Adds the pull of body `b` on the place of body `a`; `w` is the mass.
template <class T>
HOST_DEVICE typename Real<T>::Vector3 pull(typename Real<T>::Vector3 sum, typename Real<T>::Vector4 a,
                                           typename Real<T>::Vector4 b, T softening) {
    const T x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const T inverse = inverse_root(x * x + y * y + z * z + softening);
    const T strength = b.w * inverse * inverse * inverse;
    sum.x += x * strength;
    sum.y += y * strength;
    sum.z += z * strength;
    return sum;
}

// Moves `count` bodies by one step of length `step`.
template <class T>
void integrate(typename Real<T>::Vector4 *out, const typename Real<T>::Vector4 *in, typename Real<T>::Vector3 *velocity,
               int count, T step, cudaStream_t stream);

// Sets what all kernels share.
void set_softening(float softening);
