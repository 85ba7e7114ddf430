// compile: gfx90a
__global__ void gemm(float *out) {
    extern __shared__ float tile[];
    out[threadIdx.x] = tile[threadIdx.x];
}

#define STAGES 3

void host(int bytes) {
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304); // fires
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, STAGES * 32 * 1024); // fires
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // fires
    cudaFuncSetAttribute(gemm, cudaFuncAttributePreferredSharedMemoryCarveout, 50); // fires
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152);
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
}
