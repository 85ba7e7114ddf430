// Loads kernels from files that nvcc made.
// run: no
// nvcc: none, it needs files beside it
#include <cstdio>
#include <cuda.h>

#define DRV(call)                                                                                            \
    do {                                                                                                     \
        CUresult r = (call);                                                                                 \
        if (r != CUDA_SUCCESS) {                                                                             \
            std::printf("error %d in line %d\n", (int)r, __LINE__);                                          \
            return 1;                                                                                        \
        }                                                                                                    \
    } while (0)

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "kernels.ptx"; // hazard: HIP3026
    CUdevice device;
    CUcontext context;
    CUmodule module, extra;
    CUfunction function;
    DRV(cuInit(0));
    DRV(cuDeviceGet(&device, 0));
    DRV(cuDevicePrimaryCtxRetain(&context, device));
    DRV(cuCtxSetCurrent(context));
    DRV(cuModuleLoad(&module, path));              // hazard: (HIP3026)
    DRV(cuModuleLoad(&extra, "data/extra.cubin")); // hazard: HIP3026
    DRV(cuModuleGetFunction(&function, module, "fill"));
    CUdeviceptr memory;
    DRV(cuMemAlloc(&memory, 1024));
    int n = 256;
    void *arguments[] = {&memory, &n};
    DRV(cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    DRV(cuCtxSynchronize());
    DRV(cuMemFree(memory));
    DRV(cuDevicePrimaryCtxRelease(device));
    std::printf("PASS module-files\n");
    return 0;
}
