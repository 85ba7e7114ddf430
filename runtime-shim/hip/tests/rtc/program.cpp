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

int main(int count, char **) {
    setvbuf(stdout, NULL, _IONBF, 0);
    broken();
    return count > 1 ? 0 : working();
}
