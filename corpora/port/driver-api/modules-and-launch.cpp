#include <cuda.h>

CUresult run(const char *path, CUdeviceptr data, int n) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuModuleLoad(&module, path);
    cuModuleGetFunction(&function, module, "scale");
    void *arguments[] = {&data, &n};
    CUresult result = cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr);
    cuCtxSynchronize();
    cuModuleUnload(module);
    cuCtxDestroy(context);
    return result;
}
