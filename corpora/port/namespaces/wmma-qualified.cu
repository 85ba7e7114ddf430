// compile: needs rocwmma/internal/types.hpp
#include <cuda_runtime.h>
#include <mma.h>

__global__ void zero(float *c) {
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> fc;
    nvcuda::wmma::fill_fragment(fc, 0.0f);
    nvcuda::wmma::store_matrix_sync(c, fc, 16, nvcuda::wmma::mem_row_major);
}
