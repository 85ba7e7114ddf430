// BLAS level 1 with types that are passed as values, `cublasDotEx` and its like, in half, bfloat16, both real and both complex
// types, with increments of both signs and scalars on the device.
// run: wave-any
// targets: gpus,cpu needs hip-6.2 (the functions with 64-bit sizes)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <complex>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

__global__ void touch(float *x) { x[threadIdx.x] += 0; }

using Complex = std::complex<double>;
const int N = 37;
cublasHandle_t handle;

// How a type stores a number, and the types of its scalars and of its arithmetic.
struct Half {
    using Element = __half;
    using Scalar = float;
    static constexpr cudaDataType type = CUDA_R_16F, scalar = CUDA_R_32F, real = CUDA_R_16F, execution = CUDA_R_32F, norms = CUDA_R_32F;
    static constexpr double precision = 1.0 / 1024;
    static constexpr bool complex = false;
    static __half from(Complex v) { return __float2half(static_cast<float>(v.real())); }
    static Complex to(__half v) { return __half2float(v); }
    static float scalar_from(Complex v) { return static_cast<float>(v.real()); }
    using Real = __half;
    static double real_to(__half v) { return __half2float(v); }
};

struct Bfloat {
    using Element = __nv_bfloat16;
    using Scalar = float;
    static constexpr cudaDataType type = CUDA_R_16BF, scalar = CUDA_R_32F, real = CUDA_R_16BF, execution = CUDA_R_32F, norms = CUDA_R_32F;
    static constexpr double precision = 1.0 / 128;
    static constexpr bool complex = false;
    static __nv_bfloat16 from(Complex v) { return __float2bfloat16(static_cast<float>(v.real())); }
    static Complex to(__nv_bfloat16 v) { return __bfloat162float(v); }
    static float scalar_from(Complex v) { return static_cast<float>(v.real()); }
    using Real = __nv_bfloat16;
    static double real_to(__nv_bfloat16 v) { return __bfloat162float(v); }
};

template <typename T, cudaDataType Type> struct RealNumber {
    using Element = T;
    using Scalar = T;
    static constexpr cudaDataType type = Type, scalar = Type, real = Type, execution = Type, norms = Type;
    static constexpr double precision = sizeof(T) == 4 ? 1e-6 : 1e-14;
    static constexpr bool complex = false;
    static T from(Complex v) { return static_cast<T>(v.real()); }
    static Complex to(T v) { return v; }
    static T scalar_from(Complex v) { return from(v); }
    using Real = T;
    static double real_to(T v) { return v; }
};

template <typename T, cudaDataType Type, cudaDataType RealType> struct ComplexNumber {
    using Element = std::complex<T>;
    using Scalar = std::complex<T>;
    static constexpr cudaDataType type = Type, scalar = Type, real = RealType, execution = Type, norms = RealType;
    static constexpr double precision = sizeof(T) == 4 ? 1e-6 : 1e-14;
    static constexpr bool complex = true;
    static Element from(Complex v) { return Element(static_cast<T>(v.real()), static_cast<T>(v.imag())); }
    static Complex to(Element v) { return Complex(v.real(), v.imag()); }
    static Element scalar_from(Complex v) { return from(v); }
    using Real = T;
    static double real_to(T v) { return v; }
};

template <typename Type> std::vector<typename Type::Element> stored(const std::vector<Complex> &values, int step) {
    std::vector<typename Type::Element> all(values.size() * step, Type::from(99.0));
    for (size_t i = 0; i < values.size(); i++) all[i * step] = Type::from(values[i]);
    return all;
}

// What lies in memory, both parts of each number one after the other.
template <typename Type> std::vector<double> parts(const std::vector<typename Type::Element> &from) {
    std::vector<double> all;
    for (const auto &element : from) all.push_back(Type::to(element).real()), all.push_back(Type::to(element).imag());
    return all;
}

template <typename Type> void check(Verdict &verdict, const char *name) {
    using Element = typename Type::Element;
    using Scalar = typename Type::Scalar;
    const auto noise = random_reals<double>(4 * N, 5);
    std::vector<Complex> x(N), y(N);
    for (int i = 0; i < N; i++) {
        // As the type holds them, so that the host computes with the same numbers.
        x[i] = Type::to(Type::from(Complex(noise[i] - 0.5, Type::complex ? noise[N + i] - 0.5 : 0)));
        y[i] = Type::to(Type::from(Complex(noise[2 * N + i] - 0.5, Type::complex ? noise[3 * N + i] - 0.5 : 0)));
    }
    const Complex alpha(1.5, Type::complex ? -0.25 : 0);
    const Scalar factor = Type::scalar_from(alpha);
    const double tolerance = 2 * Type::precision;
    std::printf("%s\n", name);

    // `y` backwards in memory: element i lies at 2 (N - 1 - i).
    std::vector<Complex> backwards(y.rbegin(), y.rend());
    Array<Element> dx(stored<Type>(x, 3)), dy(stored<Type>(backwards, 2));
    std::vector<Complex> wanted(N);
    for (int i = 0; i < N; i++) wanted[N - 1 - i] = alpha * x[i] + y[i];
    BLAS(cublasAxpyEx(handle, N, &factor, Type::scalar, dx.p, Type::type, 3, dy.p, Type::type, -2, Type::execution));
    verdict.same("axpy", parts<Type>(dy.host()), parts<Type>(stored<Type>(wanted, 2)), tolerance);

    Array<Element> plain_x(stored<Type>(x, 1)), plain_y(stored<Type>(y, 1));
    Complex dot = 0, conjugated = 0;
    double squares = 0;
    for (int i = 0; i < N; i++) dot += x[i] * y[i], conjugated += std::conj(x[i]) * y[i], squares += std::norm(x[i]);
    Element result = Type::from(77.0);
    const auto both = [](Complex v) { return std::vector<double>{v.real(), v.imag()}; };
    BLAS(cublasDotEx(handle, N, plain_x.p, Type::type, 1, plain_y.p, Type::type, 1, &result, Type::type, Type::execution));
    verdict.same("dot", both(Type::to(result)), both(dot), tolerance);
    BLAS(cublasDotcEx(handle, N, plain_x.p, Type::type, 1, plain_y.p, Type::type, 1, &result, Type::type, Type::execution));
    verdict.same("dotc", both(Type::to(result)), both(conjugated), tolerance);
    BLAS(cublasDotEx_64(handle, N, dx.p, Type::type, 3, plain_y.p, Type::type, 1, &result, Type::type, Type::execution));
    verdict.same("dot with an increment", both(Type::to(result)), both(dot), tolerance);
    typename Type::Real norm{};
    BLAS(cublasNrm2Ex(handle, N, dx.p, Type::type, 3, &norm, Type::real, Type::norms));
    verdict.same("nrm2", Type::real_to(norm), std::sqrt(squares), tolerance);

    // Results and scalars on the device.
    Array<Element> kept(1);
    Array<Scalar> device_factor(std::vector<Scalar>{factor});
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasDotEx(handle, N, plain_x.p, Type::type, 1, plain_y.p, Type::type, 1, kept.p, Type::type, Type::execution));
    BLAS(cublasScalEx(handle, N, device_factor.p, Type::scalar, dx.p, Type::type, 3, Type::execution));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    verdict.same("dot to the device", both(Type::to(kept.host()[0])), both(dot), tolerance);
    std::vector<Complex> scaled(N);
    for (int i = 0; i < N; i++) scaled[i] = alpha * x[i];
    verdict.same("scal", parts<Type>(dx.host()), parts<Type>(stored<Type>(scaled, 3)), tolerance);

    // A rotation by real numbers.
    const auto c = Type::real_to(typename Type::Real(0.75f)), s = Type::real_to(typename Type::Real(0.625f));
    const typename Type::Real cosine = typename Type::Real(0.75f), sine = typename Type::Real(0.625f);
    std::vector<Complex> turned_x(N), turned_y(N);
    for (int i = 0; i < N; i++) turned_x[i] = c * x[i] + s * y[i], turned_y[i] = c * y[i] - s * x[i];
    BLAS(cublasRotEx(handle, N, plain_x.p, Type::type, 1, plain_y.p, Type::type, 1, &cosine, &sine, Type::real, Type::execution));
    verdict.same("rot of x", parts<Type>(plain_x.host()), parts<Type>(stored<Type>(turned_x, 1)), tolerance);
    verdict.same("rot of y", parts<Type>(plain_y.host()), parts<Type>(stored<Type>(turned_y, 1)), tolerance);
}

// Batches, which hipBLAS alone has of these functions.
void batches(Verdict &verdict) {
#if defined(__HIP_PLATFORM_AMD__)
    const int count = 3, stride = 7, n = 5;
    std::vector<__half> x, y;
    for (int i = 0; i < count * stride; i++) x.push_back(__float2half(i % 4 - 1.0f)), y.push_back(__float2half(i % 3 + 0.5f));
    std::vector<float> dots(count), sums;
    for (const __half value : y) sums.push_back(__half2float(value));
    for (int member = 0; member < count; member++)
        for (int i = member * stride; i < member * stride + n; i++) {
            dots[member] += __half2float(x[i]) * __half2float(y[i]);
            sums[i] += 2 * __half2float(x[i]);
        }
    Array<__half> dx(x), dy(y);
    std::vector<__half *> at_x, at_y;
    for (int member = 0; member < count; member++) at_x.push_back(dx.p + member * stride), at_y.push_back(dy.p + member * stride);
    Array<__half *> to_x(at_x), to_y(at_y);
    const auto floats = [](const std::vector<__half> &from) {
        std::vector<float> all;
        for (const __half value : from) all.push_back(__half2float(value));
        return all;
    };
    const auto type = HIP_R_16F, wide = HIP_R_32F;
    std::vector<__half> found(count);
    BLAS(hipblasDotBatchedEx(handle, n, to_x.p, type, 1, to_y.p, type, 1, count, found.data(), type, wide));
    verdict.same("dot of a batch by pointers", floats(found), dots);
    found.assign(count, __float2half(0.0f));
    BLAS(hipblasDotStridedBatchedEx_64(handle, n, dx.p, type, 1, stride, dy.p, type, 1, stride, count, found.data(), type, wide));
    verdict.same("dot of a batch with strides", floats(found), dots);
    const float two = 2;
    BLAS(hipblasAxpyStridedBatchedEx(handle, n, &two, wide, dx.p, type, 1, stride, dy.p, type, 1, stride, count, wide));
    verdict.same("axpy of a batch with strides", floats(dy.host()), sums);
#else
    (void)verdict;
#endif
}

int main() {
    Verdict verdict("blas-typed-vectors");
    BLAS(cublasCreate(&handle));
    Array<float> one(1);
    touch<<<1, 1>>>(one.p);
    check<Half>(verdict, "half");
    check<Bfloat>(verdict, "bfloat16");
    check<RealNumber<float, CUDA_R_32F>>(verdict, "float");
    check<RealNumber<double, CUDA_R_64F>>(verdict, "double");
    check<ComplexNumber<float, CUDA_C_32F, CUDA_R_32F>>(verdict, "complex float");
    check<ComplexNumber<double, CUDA_C_64F, CUDA_R_64F>>(verdict, "complex double");

    // Types that do not go together are refused, and sums of halves do not overflow on their way.
    float result = 0;
    Array<double> mixed(4);
    const auto refused = cublasDotEx(handle, 4, mixed.p, CUDA_R_64F, 1, mixed.p, CUDA_R_64F, 1, &result, CUDA_R_32F, CUDA_R_32F);
    verdict.holds("double in single is refused", refused == CUBLAS_STATUS_NOT_SUPPORTED);
    Array<__half> large(std::vector<__half>{__float2half(300.0f), __float2half(400.0f)});
    __half length;
    BLAS(cublasNrm2Ex(handle, 2, large.p, CUDA_R_16F, 1, &length, CUDA_R_16F, CUDA_R_32F));
    verdict.same("nrm2 beyond the squares of halves", __half2float(length), 500.0f);
    batches(verdict);
    BLAS(cublasDestroy(handle));
    return verdict.end();
}
