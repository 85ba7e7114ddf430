// x times the logistic function of x, for each floating type, on PyTorch's current stream.
#include <ATen/Dispatch.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

template <typename T>
__global__ void swish_kernel(const T *__restrict__ in, T *__restrict__ out, int64_t count) {
    const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (i < count) out[i] = in[i] / (T(1) + ::exp(-in[i]));
}

torch::Tensor swish(torch::Tensor in) {
    TORCH_CHECK(in.is_contiguous(), "a contiguous tensor, please");
    const c10::cuda::OptionalCUDAGuard guard(at::device_of(in));
    torch::Tensor out = torch::empty_like(in);
    const int64_t count = in.numel();
    if (count == 0) return out;
    const int threads = 256;
    AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "swish", [&] {
        swish_kernel<scalar_t><<<(count + threads - 1) / threads, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
            in.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), count);
    });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("swish", &swish, "x times the logistic function of x"); }
