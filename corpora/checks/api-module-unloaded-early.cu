// A module is unloaded while its kernel runs.
#include "bug.h"
#include <cuda.h>
#include <nvrtc.h>

static const char source[] = "extern \"C\" __global__ void fill(float *p) { p[threadIdx.x] = threadIdx.x; }";

int main() {
    float *p;
    cudaMalloc(&p, 64 * sizeof(float));
    nvrtcProgram program;
    size_t size = 0;
    if (nvrtcCreateProgram(&program, source, "fill.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS) return 1;
    if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS || nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS) return 1;
    std::vector<char> code(size);
    if (nvrtcGetPTX(program, code.data()) != NVRTC_SUCCESS || nvrtcDestroyProgram(&program) != NVRTC_SUCCESS) return 1;
    CUmodule module;
    CUfunction fill;
    if (cuModuleLoadData(&module, code.data()) != CUDA_SUCCESS || cuModuleGetFunction(&fill, module, "fill") != CUDA_SUCCESS) return 1;
    void *arguments[] = {&p};
    if (cuLaunchKernel(fill, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) != CUDA_SUCCESS) return 1;
    BUG(, cudaDeviceSynchronize());
    if (cuModuleUnload(module) != CUDA_SUCCESS) return 1; // check: api/destroyed-in-use
    cudaDeviceSynchronize();
    cudaFree(p);
}
