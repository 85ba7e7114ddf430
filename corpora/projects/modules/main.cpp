// Loads the same kernel, compiled in three ways, by the driver API, and checks what each computes.
#include <cuda.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "size.h"

#define TRY(call)                                                           \
    do {                                                                    \
        const CUresult status = (call);                                     \
        if (status != CUDA_SUCCESS) {                                       \
            std::printf("%s gives %d\nFAIL\n", #call, (int)status);         \
            std::exit(1);                                                   \
        }                                                                   \
    } while (0)

/// A module out of the bytes of a file, or of the file itself.
static CUmodule loaded(const std::string &path, bool by_name) {
    CUmodule module;
    if (by_name) {
        TRY(cuModuleLoad(&module, path.c_str()));
        return module;
    }
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    TRY(cuModuleLoadData(&module, bytes.data()));
    return module;
}

static bool adds(CUmodule module, float offset) {
    std::vector<float> a(SIZE), b(SIZE), c(SIZE);
    for (int i = 0; i < SIZE; i++) a[i] = i, b[i] = 2 * i;
    const size_t bytes = SIZE * sizeof(float);
    CUdeviceptr at_a, at_b, at_c;
    TRY(cuMemAlloc(&at_a, bytes));
    TRY(cuMemAlloc(&at_b, bytes));
    TRY(cuMemAlloc(&at_c, bytes));
    TRY(cuMemcpyHtoD(at_a, a.data(), bytes));
    TRY(cuMemcpyHtoD(at_b, b.data(), bytes));
    CUfunction add;
    TRY(cuModuleGetFunction(&add, module, "add"));
    void *arguments[] = {&at_a, &at_b, &at_c};
    TRY(cuLaunchKernel(add, (SIZE + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    TRY(cuMemcpyDtoH(c.data(), at_c, bytes));
    TRY(cuMemFree(at_a));
    TRY(cuMemFree(at_b));
    TRY(cuMemFree(at_c));
    for (int i = 0; i < SIZE; i++)
        if (std::fabs(c[i] - (3.0f * i + offset)) > 1e-3f) return false;
    return true;
}

int main(int argc, char **argv) {
    const std::string folder = argc > 1 ? std::string(argv[1]) + "/" : "";
    CUdevice device;
    CUcontext context;
    TRY(cuInit(0));
    TRY(cuDeviceGet(&device, 0));
    TRY(cuDevicePrimaryCtxRetain(&context, device));
    TRY(cuCtxSetCurrent(context));
    const char *files[] = {"kernels.fatbin", "kernels.ptx", "object.cubin"};
    bool good = true;
    for (int i = 0; i < 3; i++) {
        for (const bool by_name : {true, false}) {
            CUmodule module = loaded(folder + files[i], by_name);
            good &= adds(module, (float)(i + 1));
            TRY(cuModuleUnload(module));
        }
    }
    TRY(cuDevicePrimaryCtxRelease(device));
    std::printf("%s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
