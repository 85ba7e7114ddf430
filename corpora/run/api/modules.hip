// Compilation at run time, modules of what it gives, their kernels and variables, and how many blocks of these fit.
// run: wave-any
// flags: -lhiprtc
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>
#include <hip/hiprtc.h>

#include "case.h"

#include <string>

static const char *const source = R"(
#include "offset.h"
extern "C" {
__device__ int total[4];
__constant__ float factor;
__global__ void scale(float *v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = v[i] * factor + OFFSET + MORE;
}
__global__ void count() { atomicAdd(&total[threadIdx.x % 4], 1); }
}
template <typename T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value; }
)";

static std::string compiled(std::string &fill_name) {
    const char *header = "#define OFFSET 5", *header_name = "offset.h";
    hiprtcProgram program = nullptr;
    GIVES("Runtime", "hiprtcCreateProgram takes a source and headers", hiprtcCreateProgram(&program, source, "cases.hip", 1, &header, &header_name),
          HIPRTC_SUCCESS);
    GIVES("Runtime", "hiprtcAddNameExpression takes a template's instance", hiprtcAddNameExpression(program, "fill<short>"), HIPRTC_SUCCESS);
    const char *options[] = {"-DMORE=2"};
    GIVES("Runtime", "hiprtcCompileProgram compiles with options", hiprtcCompileProgram(program, 1, options), HIPRTC_SUCCESS);
    size_t size = 0;
    GIVES("Runtime", "hiprtcGetCodeSize succeeds", hiprtcGetCodeSize(program, &size), HIPRTC_SUCCESS);
    std::string code(size, 0);
    GIVES("Runtime", "hiprtcGetCode succeeds", hiprtcGetCode(program, &code[0]), HIPRTC_SUCCESS);
    CASE("Runtime", "hiprtcGetCode gives as many bytes as hiprtcGetCodeSize says", size > 100);
    const char *name = nullptr;
    GIVES("Runtime", "hiprtcGetLoweredName gives the name of an instance", hiprtcGetLoweredName(program, "fill<short>", &name), HIPRTC_SUCCESS);
    fill_name = name ? name : "";
    CASE("Runtime", "hiprtcGetLoweredName gives the name as the module has it", fill_name.find("fill") != std::string::npos && fill_name[0] == '_');
    GIVES("Runtime", "hiprtcDestroyProgram succeeds", hiprtcDestroyProgram(&program), HIPRTC_SUCCESS);
    CASE("Runtime", "hiprtcDestroyProgram sets the program to null", program == nullptr);
    return code;
}

static void faulty() {
    hiprtcProgram program;
    NEED(hiprtcCreateProgram(&program, "__global__ void broken() { undeclared = 1; }", "broken.hip", 0, nullptr, nullptr));
    GIVES("Runtime", "hiprtcCompileProgram of a source with an error: HIPRTC_ERROR_COMPILATION", hiprtcCompileProgram(program, 0, nullptr),
          HIPRTC_ERROR_COMPILATION);
    size_t size = 0;
    GIVES("Runtime", "hiprtcGetProgramLogSize succeeds", hiprtcGetProgramLogSize(program, &size), HIPRTC_SUCCESS);
    std::string log(size, 0);
    NEED(hiprtcGetProgramLog(program, &log[0]));
    CASE("Runtime", "hiprtcGetProgramLog says what is wrong", log.find("undeclared") != std::string::npos);
    NEED(hiprtcDestroyProgram(&program));
    GIVES("Runtime", "hiprtcCreateProgram into no variable: HIPRTC_ERROR_INVALID_INPUT",
          hiprtcCreateProgram(nullptr, "", "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
    CASE("Runtime", "hiprtcGetErrorString of HIPRTC_SUCCESS is its name", std::string(hiprtcGetErrorString(HIPRTC_SUCCESS)) == "HIPRTC_SUCCESS");
    CASE("Runtime", "hiprtcGetErrorString of HIPRTC_ERROR_COMPILATION is its name",
         std::string(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION)) == "HIPRTC_ERROR_COMPILATION");
    int major = -1, minor = -1;
    GIVES("Runtime", "hiprtcVersion succeeds", hiprtcVersion(&major, &minor), HIPRTC_SUCCESS);
    CASE("Runtime", "hiprtcVersion gives a version", major >= 5 && minor >= 0);
    GIVES("Runtime", "hiprtcVersion into no variable: HIPRTC_ERROR_INVALID_INPUT", hiprtcVersion(nullptr, &minor), HIPRTC_ERROR_INVALID_INPUT);
}

static void kernels(hipModule_t module, const std::string &fill_name) {
    hipFunction_t scale = nullptr, count, fill, none;
    GIVES("Module", "hipModuleGetFunction finds a kernel", hipModuleGetFunction(&scale, module, "scale"), hipSuccess);
    GIVES("Module", "hipModuleGetFunction of a name that is none: hipErrorNotFound", hipModuleGetFunction(&none, module, "nothing"), hipErrorNotFound);
    GIVES("Module", "hipModuleGetFunction into no variable: hipErrorInvalidValue", hipModuleGetFunction(nullptr, module, "scale"), hipErrorInvalidValue);
    GIVES("Module", "hipModuleGetFunction finds an instance by its lowered name", hipModuleGetFunction(&fill, module, fill_name.c_str()), hipSuccess);
    NEED(hipModuleGetFunction(&count, module, "count"));
    hipDeviceptr_t address = nullptr;
    size_t bytes = 0;
    GIVES("Module", "hipModuleGetGlobal finds a variable", hipModuleGetGlobal(&address, &bytes, module, "factor"), hipSuccess);
    CASE("Module", "hipModuleGetGlobal gives the bytes of the variable", bytes == sizeof(float));
    const float three = 3;
    NEED(hipMemcpyHtoD(address, const_cast<float *>(&three), sizeof three));
    GIVES("Module", "hipModuleGetGlobal of a name that is none: hipErrorNotFound", hipModuleGetGlobal(&address, &bytes, module, "nothing"),
          hipErrorNotFound);
    std::vector<float> host(100, 2), got(100);
    float *v;
    int n = 100;
    NEED(hipMalloc(&v, n * sizeof(float)));
    NEED(hipMemcpy(v, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
    void *arguments[] = {&v, &n};
    GIVES("Execution", "hipModuleLaunchKernel takes a list of arguments", hipModuleLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr),
          hipSuccess);
    NEED(hipMemcpy(got.data(), v, n * sizeof(float), hipMemcpyDeviceToHost));
    CASE("Execution", "hipModuleLaunchKernel: the kernel has options, headers and variables", got[0] == 13 && got[99] == 13);
    struct {
        float *v;
        int n;
    } packed{v, 50};
    size_t size = sizeof packed;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    GIVES("Execution", "hipModuleLaunchKernel takes arguments in one buffer", hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra),
          hipSuccess);
    NEED(hipMemcpy(got.data(), v, n * sizeof(float), hipMemcpyDeviceToHost));
    CASE("Execution", "hipModuleLaunchKernel: the kernel has the arguments of the buffer", got[49] == 46 && got[50] == 13);
    GIVES("Execution", "hipModuleLaunchKernel of blocks without threads: hipErrorInvalidValue",
          hipModuleLaunchKernel(scale, 1, 1, 1, 0, 1, 1, 0, nullptr, arguments, nullptr), hipErrorInvalidValue);
    GIVES("Execution", "hipModuleLaunchKernel of no kernel: hipErrorInvalidResourceHandle",
          hipModuleLaunchKernel(nullptr, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr), hipErrorInvalidResourceHandle);
    GIVES("Execution", "hipModuleLaunchKernel of a grid without blocks: hipErrorInvalidValue",
          hipModuleLaunchKernel(scale, 1, 0, 1, 64, 1, 1, 0, nullptr, arguments, nullptr), hipErrorInvalidValue);
    hipDeviceProp_t device;
    NEED(hipGetDeviceProperties(&device, 0));
    GIVES("Execution", "hipModuleLaunchKernel of more blocks than a grid may have in a dimension: hipErrorInvalidValue",
          hipModuleLaunchKernel(scale, 1, static_cast<unsigned>(device.maxGridSize[1]) + 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
          hipErrorInvalidValue);
    hipStream_t stream;
    NEED(hipStreamCreate(&stream));
    NEED(hipStreamDestroy(stream));
    GIVES("Execution", "hipModuleLaunchKernel into a stream that was destroyed: hipErrorInvalidValue",
          hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr), hipErrorInvalidValue);
    NEED(hipModuleLaunchKernel(count, 4, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
    int total[4] = {};
    NEED(hipModuleGetGlobal(&address, &bytes, module, "total"));
    NEED(hipMemcpy(total, address, sizeof total, hipMemcpyDeviceToHost));
    CASE("Module", "hipModuleGetGlobal: the host reads what kernels wrote", total[0] == 64 && total[3] == 64);
    short *shorts, value = 7, one = 0;
    NEED(hipMalloc(&shorts, 32 * sizeof(short)));
    void *of_fill[] = {&shorts, &value};
    NEED(hipModuleLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, nullptr, of_fill, nullptr));
    NEED(hipMemcpy(&one, shorts + 31, sizeof one, hipMemcpyDeviceToHost));
    CASE("Execution", "hipModuleLaunchKernel runs instances of templates", one == 7);
    NEED(hipFree(shorts));
    hipEvent_t start, stop;
    NEED(hipEventCreate(&start));
    NEED(hipEventCreate(&stop));
    GIVES("Execution", "hipExtModuleLaunchKernel takes events and threads in the place of blocks",
          hipExtModuleLaunchKernel(scale, 128, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr, start, stop, 0), hipSuccess);
    NEED(hipEventSynchronize(stop));
    float milliseconds = -1;
    NEED(hipEventElapsedTime(&milliseconds, start, stop));
    CASE("Execution", "hipExtModuleLaunchKernel records the events around the kernel", milliseconds >= 0);
    NEED(hipEventDestroy(start));
    NEED(hipEventDestroy(stop));
    NEED(hipFree(v));

    int what = 0;
    GIVES("Execution", "hipFuncGetAttribute gives the threads that a block may have",
          hipFuncGetAttribute(&what, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale), hipSuccess);
    CASE("Execution", "hipFuncGetAttribute: a block may have 1024 threads", what == 1024);
    NEED(hipFuncGetAttribute(&what, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, scale));
    CASE("Execution", "hipFuncGetAttribute: a kernel without shared memory has 0 bytes of it", what == 0);
    GIVES("Execution", "hipFuncGetAttribute into no variable: hipErrorInvalidValue",
          hipFuncGetAttribute(nullptr, HIP_FUNC_ATTRIBUTE_NUM_REGS, scale), hipErrorInvalidValue);
    int grid = 0, block = 0, blocks = 0, with_flags = 0;
    GIVES("Occupancy", "hipModuleOccupancyMaxPotentialBlockSize succeeds", hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0), hipSuccess);
    CASE("Occupancy", "hipModuleOccupancyMaxPotentialBlockSize gives blocks that can be launched", block >= 1 && block <= 1024 && grid >= 1);
    GIVES("Occupancy", "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor succeeds",
          hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 64, 0), hipSuccess);
    NEED(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, scale, 64, 0, hipOccupancyDefault));
    CASE("Occupancy", "hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags gives the same with hipOccupancyDefault",
         blocks >= 1 && with_flags == blocks);
    GIVES("Occupancy", "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor into no variable: hipErrorInvalidValue",
          hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, scale, 64, 0), hipErrorInvalidValue);
    CASE("Callback", "hipKernelNameRef gives the kernel's name", std::string(hipKernelNameRef(scale)).find("scale") != std::string::npos);
}

int main() {
    NEED(hipFree(nullptr));
    std::string fill_name;
    const std::string code = compiled(fill_name);
    faulty();
    hipModule_t module = nullptr, again = nullptr;
    GIVES("Module", "hipModuleLoadData loads compiled code", hipModuleLoadData(&module, code.data()), hipSuccess);
    GIVES("Module", "hipModuleLoadData of no code: hipErrorInvalidValue", hipModuleLoadData(&again, nullptr), hipErrorInvalidValue);
    kernels(module, fill_name);
    GIVES("Module", "hipModuleLoadDataEx loads compiled code", hipModuleLoadDataEx(&again, code.data(), 0, nullptr, nullptr), hipSuccess);
    hipDeviceptr_t first, second;
    size_t bytes;
    NEED(hipModuleGetGlobal(&first, &bytes, module, "total"));
    NEED(hipModuleGetGlobal(&second, &bytes, again, "total"));
    CASE("Module", "hipModuleLoadDataEx gives a module with variables of its own", first != second);
    NEED(hipModuleUnload(again));
    GIVES("Module", "hipModuleUnload succeeds", hipModuleUnload(module), hipSuccess);
    GIVES("Module", "hipModuleUnload of no module: hipErrorInvalidResourceHandle", hipModuleUnload(nullptr), hipErrorInvalidResourceHandle);
    GIVES("Module", "hipModuleLoad of a file that is none: hipErrorFileNotFound", hipModuleLoad(&module, "/nowhere/module.hsaco"),
          hipErrorFileNotFound);
    return end_of_cases("modules");
}
