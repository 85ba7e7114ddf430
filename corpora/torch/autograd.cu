// The cube of each element, with its gradient: both directions of an operator that autograd calls.
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

#define CUDA_THREADS 192

template <typename T>
__global__ void cube_kernel(at::PackedTensorAccessor32<T, 1, at::RestrictPtrTraits> in, at::PackedTensorAccessor32<T, 1, at::RestrictPtrTraits> out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < in.size(0)) out[i] = in[i] * in[i] * in[i];
}

template <typename T>
__global__ void cube_gradient_kernel(const T *in, const T *gradient, T *out, int64_t count) {
    for (int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x; i < count; i += int64_t(blockDim.x) * gridDim.x)
        out[i] = 3 * in[i] * in[i] * gradient[i];
}

static int blocks(int64_t count) { return int((count + CUDA_THREADS - 1) / CUDA_THREADS); }

torch::Tensor forward(torch::Tensor in) {
    torch::Tensor flat = in.contiguous().view({-1}), out = torch::empty_like(flat);
    if (flat.numel())
        AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "cube", [&] {
            cube_kernel<scalar_t><<<blocks(flat.numel()), CUDA_THREADS, 0, at::cuda::getCurrentCUDAStream()>>>(
                flat.packed_accessor32<scalar_t, 1, at::RestrictPtrTraits>(), out.packed_accessor32<scalar_t, 1, at::RestrictPtrTraits>());
        });
    AT_CUDA_CHECK(cudaGetLastError());
    return out.view(in.sizes());
}

torch::Tensor backward(torch::Tensor in, torch::Tensor gradient) {
    in = in.contiguous(), gradient = gradient.contiguous();
    torch::Tensor out = torch::empty_like(in);
    if (in.numel())
        AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "cube_gradient", [&] {
            cube_gradient_kernel<scalar_t><<<blocks(in.numel()), CUDA_THREADS, 0, at::cuda::getCurrentCUDAStream()>>>(
                in.data_ptr<scalar_t>(), gradient.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), in.numel());
        });
    AT_CUDA_CHECK(cudaGetLastError());
    return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("forward", &forward, "the cube of each element");
    m.def("backward", &backward, "its gradient");
}
