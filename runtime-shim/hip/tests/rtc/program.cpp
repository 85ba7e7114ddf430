// Compiles kernels at run time, launches them, and prints what came out.
#include <cstdio>
#include <string>
#include <vector>
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

static const char *const SOURCE = R"(
#include "factor.h"
__constant__ float offset;
template <typename T> __global__ void scale(T *values, T by) { values[threadIdx.x] = values[threadIdx.x] * by * FACTOR + offset; }
extern "C" __global__ void plain(int *values) { values[threadIdx.x] = BLOCK + threadIdx.x; }
)";

static bool check(const char *what, int status) {
    if (status != 0) std::printf("%s: %d\n", what, status);
    return status == 0;
}

static std::string log_of(hiprtcProgram program) {
    size_t size = 0;
    check("log size", hiprtcGetProgramLogSize(program, &size));
    std::string log(size, ' ');
    if (size > 0) check("log", hiprtcGetProgramLog(program, &log[0]));
    return log;
}

static void broken() {
    hiprtcProgram program;
    check("create", hiprtcCreateProgram(&program, "__global__ void k() {\n    undeclared = 1;\n}\n", "broken.cu", 0, NULL, NULL));
    hiprtcResult status = hiprtcCompileProgram(program, 0, NULL);
    std::printf("broken: %s\n%s\n", hiprtcGetErrorString(status), log_of(program).c_str());
    check("destroy", hiprtcDestroyProgram(&program));
    std::printf("destroyed: %s\n", hiprtcGetErrorString(hiprtcCompileProgram((hiprtcProgram)0x1234, 0, NULL)));
}

// What AMD's has without an include; the name of a program without one's ending is told as it is.
static void built_in() {
    const char *source = R"(
extern "C" __global__ void k(float *x) {
    const __half half = __float2half(x[0]);
    x[0] = __half2float(half) + static_cast<float>(hip_bfloat16(1.0f)) + (x[1] < HIP_INF_F);
    cooperative_groups::this_thread_block().sync();
#ifndef __HIPCC_RTC__
    undeclared = 1;
#endif
}
)";
    for (bool nvrtc : {false, true}) {
        hiprtcProgram program;
        const char *options[] = {"-DHIPIFY_NVRTC"};
        check("create", hiprtcCreateProgram(&program, source, "built in", 0, NULL, NULL));
        hiprtcResult status = hiprtcCompileProgram(program, nvrtc, options);
        std::printf("built in%s: %s\n%s", nvrtc ? " NVRTC" : "", hiprtcGetErrorString(status), log_of(program).c_str());
        check("destroy", hiprtcDestroyProgram(&program));
    }
}

static int working() {
    const char *header = "#define FACTOR 2.0f\n", *name = "factor.h";
    hiprtcProgram program;
    check("create", hiprtcCreateProgram(&program, SOURCE, "working.hip", 1, &header, &name));
    check("name", hiprtcAddNameExpression(program, "scale<float>"));
    check("name", hiprtcAddNameExpression(program, "&offset"));
    const char *options[] = {"-DBLOCK=100", "--offload-arch=gfx90a", "-std=c++17"};
    if (!check("compile", hiprtcCompileProgram(program, 3, options))) {
        std::printf("%s\n", log_of(program).c_str());
        return 1;
    }
    const char *scale, *offset;
    check("lowered", hiprtcGetLoweredName(program, "scale<float>", &scale));
    check("lowered", hiprtcGetLoweredName(program, "&offset", &offset));
    std::printf("lowered: %s %s\n", scale, offset);
    size_t size;
    check("code size", hiprtcGetCodeSize(program, &size));
    std::vector<char> code(size);
    check("code", hiprtcGetCode(program, code.data()));

    hipModule_t module;
    hipFunction_t function;
    hipDeviceptr_t variable;
    size_t bytes;
    check("load", hipModuleLoadData(&module, code.data()));
    check("function", hipModuleGetFunction(&function, module, scale));
    check("global", hipModuleGetGlobal(&variable, &bytes, module, offset));
    float add = 0.5f, by = 3.0f, values[4] = {1, 2, 3, 4};
    check("set", hipMemcpyHtoD(variable, &add, sizeof add));
    hipDeviceptr_t memory;
    check("malloc", hipMalloc(&memory, sizeof values));
    check("copy", hipMemcpyHtoD(memory, values, sizeof values));
    void *arguments[] = {&memory, &by};
    check("launch", hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, 0, arguments, NULL));
    check("back", hipMemcpyDtoH(values, memory, sizeof values));
    std::printf("scaled: %g %g %g %g\n", values[0], values[1], values[2], values[3]);

    int numbers[4];
    check("function", hipModuleGetFunction(&function, module, "plain"));
    check("launch", hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, 0, arguments, NULL));
    check("back", hipMemcpyDtoH(numbers, memory, sizeof numbers));
    std::printf("plain: %d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    check("unload", hipModuleUnload(module));
    check("destroy", hiprtcDestroyProgram(&program));
    return 0;
}

/* One source calls what another has. */
static std::vector<char> bitcode(const char *source, const char *name) {
    hiprtcProgram program;
    check("create", hiprtcCreateProgram(&program, source, name, 0, NULL, NULL));
    const char *options[] = {"-fgpu-rdc"};
    if (!check("compile", hiprtcCompileProgram(program, 1, options))) std::printf("%s\n", log_of(program).c_str());
    size_t size = 0;
    std::printf("code of a part: %s\n", hiprtcGetErrorString(hiprtcGetCodeSize(program, &size)));
    check("bitcode size", hiprtcGetBitcodeSize(program, &size));
    std::vector<char> code(size);
    check("bitcode", hiprtcGetBitcode(program, code.data()));
    check("destroy", hiprtcDestroyProgram(&program));
    return code;
}

static int run_linked(const void *code) {
    hipModule_t module;
    hipFunction_t function;
    hipDeviceptr_t memory;
    int numbers[4] = {};
    check("load", hipModuleLoadData(&module, code));
    check("function", hipModuleGetFunction(&function, module, "caller"));
    check("malloc", hipMalloc(&memory, sizeof numbers));
    void *arguments[] = {&memory};
    check("launch", hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, 0, arguments, NULL));
    check("back", hipMemcpyDtoH(numbers, memory, sizeof numbers));
    check("free", hipFree(memory));
    check("unload", hipModuleUnload(module));
    return numbers[0] * 1000 + numbers[1] * 100 + numbers[2] * 10 + numbers[3];
}

static void linked() {
    std::vector<char> caller = bitcode("__device__ int called(int);\n"
        "extern \"C\" __global__ void caller(int *values) { values[threadIdx.x] = called(threadIdx.x); }\n", "caller.hip");
    std::vector<char> called = bitcode("__device__ int called(int value) { return value * 2 + 1; }\n", "called.hip");
    hiprtcLinkState link;
    void *binary;
    size_t size;
    check("create", hiprtcLinkCreate(0, NULL, NULL, &link));
    check("add", hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, caller.data(), caller.size(), "caller", 0, NULL, NULL));
    check("add", hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, called.data(), called.size(), "called", 0, NULL, NULL));
    std::printf("cubin: %s\n", hiprtcGetErrorString(
        hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_CUBIN, called.data(), called.size(), "some.cubin", 0, NULL, NULL)));
    check("complete", hiprtcLinkComplete(link, &binary, &size));
    std::printf("linked: %d\n", run_linked(binary));
    check("destroy", hiprtcLinkDestroy(link));
    std::printf("link destroyed: %s\n", hiprtcGetErrorString(hiprtcLinkDestroy(link)));

    hipLinkState_t state;
    check("create", hipLinkCreate(0, NULL, NULL, &state));
    check("add", hipLinkAddData(state, hipJitInputLLVMBitcode, caller.data(), caller.size(), "caller", 0, NULL, NULL));
    std::printf("no file: %s\n", hipGetErrorName(hipLinkAddFile(state, hipJitInputLLVMBitcode, "absent.bc", 0, NULL, NULL)));
    check("add", hipLinkAddData(state, hipJitInputLLVMBitcode, called.data(), called.size(), "called", 0, NULL, NULL));
    check("complete", hipLinkComplete(state, &binary, &size));
    std::printf("linked by the driver API: %d\n", run_linked(binary));

    // What stands for PTX is a code object, whose size is not that of a text.
    static const char ptx[] = "// Generated by a compiler\n.version 8.5\n.target sm_70\n";
    hipLinkState_t other;
    check("create", hipLinkCreate(0, NULL, NULL, &other));
    std::printf("text: %s\n", hipGetErrorName(hipLinkAddData(other, hipJitInputPtx, (void *)ptx, sizeof ptx, "some.ptx", 0, NULL, NULL)));
    std::printf("cut: %s\n", hipGetErrorName(hipLinkAddData(other, hipJitInputPtx, (void *)"__CLANG_OFFLOAD_BUNDLE__\2", 26, "cut.ptx", 0, NULL, NULL)));
    check("add", hipLinkAddData(other, hipJitInputPtx, binary, size, "whole.ptx", 0, NULL, NULL));
    std::printf("twice: %s\n", hipGetErrorName(hipLinkAddData(other, hipJitInputPtx, binary, size, "again.ptx", 0, NULL, NULL)));
    check("complete", hipLinkComplete(other, &binary, &size));
    std::printf("linked before: %d\n", run_linked(binary));
    hipModule_t module;
    std::printf("module: %s\n", hipGetErrorName(hipModuleLoadData(&module, ptx)));
    check("destroy", hipLinkDestroy(other));
    check("destroy", hipLinkDestroy(state));
}

int main(int count, char **) {
    setvbuf(stdout, NULL, _IONBF, 0);
    broken();
    built_in();
    if (count <= 1) linked();
    return count > 1 ? 0 : working();
}
