#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

inline void check(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    const char *text = nullptr;
    cuGetErrorString(result, &text);
    std::fprintf(stderr, "%s: %s\n", what, text ? text : "unknown error");
    std::exit(1);
}

inline void check(nvrtcResult result, const char *what) {
    if (result == NVRTC_SUCCESS) return;
    std::fprintf(stderr, "%s: %s\n", what, nvrtcGetErrorString(result));
    std::exit(1);
}

// A device with its primary context made current.
class Device {
  public:
    explicit Device(int ordinal) {
        check(cuInit(0), "cuInit");
        check(cuDeviceGet(&device_, ordinal), "cuDeviceGet");
        check(cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
        check(cuCtxSetCurrent(context_), "cuCtxSetCurrent");
    }
    ~Device() { cuDevicePrimaryCtxRelease(device_); }

    int attribute(CUdevice_attribute attribute) const {
        int value = 0;
        check(cuDeviceGetAttribute(&value, attribute, device_), "cuDeviceGetAttribute");
        return value;
    }
    std::string name() const {
        char name[128] = "";
        check(cuDeviceGetName(name, sizeof(name), device_), "cuDeviceGetName");
        return name;
    }

  private:
    CUdevice device_;
    CUcontext context_;
};

// Compiles `source`; `expression` names the instance of a template to keep, and `name` gets what the compiler calls it.
inline std::vector<char> compile(const std::string &source, const char *expression, std::string &name) {
    nvrtcProgram program;
    check(nvrtcCreateProgram(&program, source.c_str(), "scale.cu", 0, NULL, NULL), "nvrtcCreateProgram");
    check(nvrtcAddNameExpression(program, expression), "nvrtcAddNameExpression");
    const char *options[] = {"--std=c++17", "--gpu-architecture=compute_75", "-DOFFSET=1", "--use_fast_math"};
    const nvrtcResult result = nvrtcCompileProgram(program, 4, options);
    size_t log_size = 0;
    nvrtcGetProgramLogSize(program, &log_size);
    if (log_size > 1) {
        std::string log(log_size, '\0');
        nvrtcGetProgramLog(program, &log[0]);
        std::fprintf(stderr, "%s\n", log.c_str());
    }
    check(result, "nvrtcCompileProgram");
    const char *lowered = nullptr;
    check(nvrtcGetLoweredName(program, expression, &lowered), "nvrtcGetLoweredName");
    name = lowered;
    size_t size = 0;
    check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
    std::vector<char> code(size);
    check(nvrtcGetPTX(program, code.data()), "nvrtcGetPTX");
    check(nvrtcDestroyProgram(&program), "nvrtcDestroyProgram");
    return code;
}
