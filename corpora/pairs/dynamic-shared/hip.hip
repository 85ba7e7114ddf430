// An array reversed by each block, in LDS whose size the launch gives; two arrays share it.
#include <hip/hip_runtime.h>

__global__ void reverse_both(int* whole, double* real, int count)
{
    extern __shared__ unsigned char lds[];
    auto* reals = reinterpret_cast<double*>(lds);
    auto* wholes = reinterpret_cast<int*>(reals + count);

    const int thread = threadIdx.x;
    wholes[thread] = whole[thread];
    reals[thread] = real[thread];
    __syncthreads();

    const int mirrored = count - thread - 1;
    whole[thread] = wholes[mirrored];
    real[thread] = reals[mirrored];
}

void launch(int* whole, double* real, int count, hipStream_t stream)
{
    const size_t bytes = count * (sizeof(int) + sizeof(double));
    hipLaunchKernelGGL(reverse_both, dim3(1), dim3(count), bytes, stream, whole, real, count);
}
