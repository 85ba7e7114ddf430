// Compiles a kernel as it runs, for the GPU generation that it was written on.
// run: no
// nvcc: -lnvrtc -lcuda
#include "support.h"

#include <cuda.h>
#include <nvrtc.h>

static const char *kSource = "extern \"C\" __global__ void axpy(float a, const float *x, float *y, int n) {\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n) y[i] = a * x[i] + y[i];\n"
                             "}\n";

int main() {
    nvrtcProgram program;
    if (nvrtcCreateProgram(&program, kSource, "axpy.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS) return 2;
    const char *options[] = {"--gpu-architecture=compute_75", "--use_fast_math"}; // hazard: HIP3024
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) return 2;      // hazard: (HIP3024)
    size_t size = 0;
    nvrtcGetPTXSize(program, &size);
    std::vector<char> ptx(size);
    nvrtcGetPTX(program, ptx.data()); // hazard: (HIP3026)
    CUDA_CHECK(cudaFree(nullptr));
    CUmodule module;
    CUfunction axpy;
    if (cuModuleLoadData(&module, ptx.data()) != CUDA_SUCCESS) return 2; // hazard: (HIP3026)
    if (cuModuleGetFunction(&axpy, module, "axpy") != CUDA_SUCCESS) return 2;
    int n = 100;
    float a = 2, *x = managed<float>(n), *y = managed<float>(n);
    for (int i = 0; i < n; i++) x[i] = (float)i, y[i] = 1;
    void *arguments[] = {&a, &x, &y, &n};
    if (cuLaunchKernel(axpy, 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr) != CUDA_SUCCESS) return 2;
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && y[i] == 2.0f * i + 1;
    return report("runtime-compilation", right);
}
