#ifndef GEMM_H
#define GEMM_H

#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

// C = A * B with square matrices of `n` rows, column by column as BLAS has them.
cudaError_t gemm_tiled(int n, const float *a, const float *b, float *c, cudaStream_t stream = 0);
cudaError_t gemm_half(int n, const __half *a, const __half *b, float *c, cudaStream_t stream = 0);

// The same by the vendor's library; 0 where all went well.
int gemm_vendor(int n, const float *a, const float *b, float *c, cudaStream_t stream = 0);
int gemm_vendor_half(int n, const __half *a, const __half *b, float *c, cudaStream_t stream = 0);

// Fills `out` with the halves of `in`.
cudaError_t to_half(int count, const float *in, __half *out, cudaStream_t stream = 0);

#endif
