// The driver API: a source compiled at run time, loaded as a module, its variables set and its kernel launched in both ways
// of giving arguments.
// run: wave-any
// nvcc: -lcuda -lnvrtc
#include "check.h"

#include <cuda.h>
#include <nvrtc.h>

#include <cstring>
#include <string>

static const char *source = R"(
extern "C" {
__constant__ int weights[3];
__device__ unsigned launches;
__managed__ long long steps = 5;
__global__ void combine(const int *in, int *out, int n, float by) {
    extern __shared__ int s[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = (int)(by * (s[threadIdx.x] + s[(threadIdx.x + 1) % blockDim.x])) + weights[i % 3] + OFFSET;
    if (i == 0) {
        atomicAdd(&launches, 1u);
        steps *= 2;
    }
}
}
template <typename T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value + threadIdx.x; }
)";

#define TRY(call)                                                                \
    do {                                                                         \
        const int status_ = static_cast<int>(call);                              \
        if (status_ != 0) {                                                      \
            std::printf("FAIL line %d: %s gives %d\n", __LINE__, #call, status_); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (0)

static std::string compiled(std::string &fill_name) {
    nvrtcProgram program;
    TRY(nvrtcCreateProgram(&program, source, "combine.cu", 0, nullptr, nullptr));
    TRY(nvrtcAddNameExpression(program, "fill<double>"));
    const char *options[] = {"-DOFFSET=1000", "--std=c++17"};
    const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    size_t size = 0;
    TRY(nvrtcGetProgramLogSize(program, &size));
    std::string log(size, 0);
    TRY(nvrtcGetProgramLog(program, &log[0]));
    if (result != NVRTC_SUCCESS) std::printf("%s\n%s\n", nvrtcGetErrorString(result), log.c_str());
    TRY(result);
    const char *name = nullptr;
    TRY(nvrtcGetLoweredName(program, "fill<double>", &name));
    fill_name = name;
    TRY(nvrtcGetPTXSize(program, &size));
    std::string code(size, 0);
    TRY(nvrtcGetPTX(program, &code[0]));
    TRY(nvrtcDestroyProgram(&program));
    return code;
}

int main() {
    Verdict verdict("driver-api");
    TRY(cuInit(0));
    CUdevice device;
    TRY(cuDeviceGet(&device, 0));
    CHECK(cudaFree(nullptr));
    std::string fill_name;
    const std::string code = compiled(fill_name);
    CUmodule module;
    TRY(cuModuleLoadData(&module, code.data()));
    CUfunction combine, fill;
    TRY(cuModuleGetFunction(&combine, module, "combine"));
    TRY(cuModuleGetFunction(&fill, module, fill_name.c_str()));
    CUdeviceptr weights, launches, in, out;
    size_t bytes;
    TRY(cuModuleGetGlobal(&weights, &bytes, module, "weights"));
    verdict.same("size of weights", bytes, 3 * sizeof(int));
    const int w[3] = {5, 6, 7};
    TRY(cuMemcpyHtoD(weights, w, sizeof(w)));
    TRY(cuModuleGetGlobal(&launches, &bytes, module, "launches"));

    int n = 200;
    float by = 2;
    std::vector<int> host(n), got(n), want(n);
    for (int i = 0; i < n; i++) host[i] = i * 3;
    for (int i = 0; i < n; i++) {
        const int next = i % 64 == 63 ? i - 63 : i + 1;
        want[i] = 2 * (host[i] + (next < n ? host[next] : 0)) + w[i % 3] + 1000;
    }
    TRY(cuMemAlloc(&in, n * sizeof(int)));
    TRY(cuMemAlloc(&out, n * sizeof(int)));
    TRY(cuMemcpyHtoD(in, host.data(), n * sizeof(int)));
    void *arguments[] = {&in, &out, &n, &by};
    TRY(cuLaunchKernel(combine, 4, 1, 1, 64, 1, 1, 64 * sizeof(int), nullptr, arguments, nullptr));
    TRY(cuCtxSynchronize());
    TRY(cuMemcpyDtoH(got.data(), out, n * sizeof(int)));
    verdict.same("by pointers", got, want);

    TRY(cuMemsetD32(out, 0, n));
    struct { CUdeviceptr in, out; int n; float by; } packed{in, out, n, by};
    size_t size = sizeof(packed);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    TRY(cuLaunchKernel(combine, 4, 1, 1, 64, 1, 1, 64 * sizeof(int), nullptr, nullptr, extra));
    TRY(cuMemcpyDtoH(got.data(), out, n * sizeof(int)));
    verdict.same("by a buffer", got, want);
    unsigned count = 0;
    TRY(cuMemcpyDtoH(&count, launches, sizeof(count)));
    verdict.same("launches", count, 2u);
    CUdeviceptr steps;
    TRY(cuModuleGetGlobal(&steps, &bytes, module, "steps"));
    TRY(cuCtxSynchronize());
    verdict.same("size of a managed variable", bytes, sizeof(long long));
    verdict.same("a managed variable, which the host reads", *reinterpret_cast<long long *>(steps), 20ll);

    Array<double> ten(10);
    double start = 0.5;
    void *others[] = {&ten.p, &start};
    TRY(cuLaunchKernel(fill, 1, 1, 1, 10, 1, 1, 0, nullptr, others, nullptr));
    verdict.same("a template's kernel", ten.host(), std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5});
    verdict.holds("a kernel that is not there is not found", cuModuleGetFunction(&fill, module, "nobody") == CUDA_ERROR_NOT_FOUND);
    TRY(cuMemFree(in));
    TRY(cuMemFree(out));
    TRY(cuModuleUnload(module));
    return verdict.end();
}
