#include "bodies.cuh"
#include "check.cuh"

__constant__ float softening_squared;

void set_softening(float softening) {
    const float squared = softening * softening;
    CHECK(cudaMemcpyToSymbol(softening_squared, &squared, sizeof(squared)));
}

template <class T, int Block>
__global__ void __launch_bounds__(Block)
    integrate_kernel(typename Real<T>::Vector4 *__restrict__ out, const typename Real<T>::Vector4 *__restrict__ in,
                     typename Real<T>::Vector3 *__restrict__ velocity, int count, T step) {
    using Vector4 = typename Real<T>::Vector4;
    __shared__ Vector4 tile[Block];

    const int i = blockIdx.x * Block + threadIdx.x;
    const Vector4 here = in[i < count ? i : 0];
    auto force = Real<T>::zero();
    for (int first = 0; first < count; first += Block) {
        const int other = first + threadIdx.x;
        Vector4 none = here;
        none.w = 0;
        tile[threadIdx.x] = other < count ? in[other] : none;
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < Block; j++) force = pull<T>(force, here, tile[j], T(softening_squared));
        __syncthreads();
    }
    if (i >= count) return;

    auto v = velocity[i];
    v.x += force.x * step;
    v.y += force.y * step;
    v.z += force.z * step;
    velocity[i] = v;
    Vector4 moved = here;
    moved.x += v.x * step;
    moved.y += v.y * step;
    moved.z += v.z * step;
    out[i] = moved;
}

template <class T>
void integrate(typename Real<T>::Vector4 *out, const typename Real<T>::Vector4 *in, typename Real<T>::Vector3 *velocity,
               int count, T step, cudaStream_t stream) {
    constexpr int block = 128;
    const dim3 grid((count + block - 1) / block);
    integrate_kernel<T, block><<<grid, block, 0, stream>>>(out, in, velocity, count, step);
    CHECK(cudaGetLastError());
}

template void integrate<float>(float4 *, const float4 *, float3 *, int, float, cudaStream_t);
template void integrate<double>(double4 *, const double4 *, double3 *, int, double, cudaStream_t);
