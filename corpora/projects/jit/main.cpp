// Compiles a kernel while the program runs and launches it through the driver API.

#include "device.hpp"

#include <cmath>

static const char *const source = R"cuda(
template <class T> __global__ void scale(const T *in, T *out, T by, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * by + T(OFFSET);
}
)cuda";

int main() {
    Device device(0);
    std::printf("%s, %d multiprocessors\n", device.name().c_str(), device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));

    std::string name;
    const std::vector<char> code = compile(source, "scale<float>", name);
    CUmodule module;
    CUfunction kernel;
    check(cuModuleLoadDataEx(&module, code.data(), 0, nullptr, nullptr), "cuModuleLoadDataEx");
    check(cuModuleGetFunction(&kernel, module, name.c_str()), "cuModuleGetFunction");

    int count = 10000;
    float by = 0.5f;
    std::vector<float> in(count), out(count);
    for (int i = 0; i < count; i++) in[i] = float(i);
    CUdeviceptr d_in, d_out;
    check(cuMemAlloc(&d_in, count * sizeof(float)), "cuMemAlloc");
    check(cuMemAlloc(&d_out, count * sizeof(float)), "cuMemAlloc");
    check(cuMemcpyHtoD(d_in, in.data(), count * sizeof(float)), "cuMemcpyHtoD");

    CUstream stream;
    CUevent start, stop;
    check(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    check(cuMemsetD32Async(d_out, 0, count, stream), "cuMemsetD32Async");
    check(cuEventCreate(&start, CU_EVENT_DEFAULT), "cuEventCreate");
    check(cuEventCreate(&stop, CU_EVENT_BLOCKING_SYNC), "cuEventCreate");
    int grid = 0, block = 0;
    check(cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel, nullptr, 0, 256), "cuOccupancyMaxPotentialBlockSize");

    void *arguments[] = {&d_in, &d_out, &by, &count};
    check(cuEventRecord(start, stream), "cuEventRecord");
    check(cuLaunchKernel(kernel, (count + block - 1) / block, 1, 1, block, 1, 1, 0, stream, arguments, nullptr), "cuLaunchKernel");
    check(cuEventRecord(stop, stream), "cuEventRecord");
    check(cuEventSynchronize(stop), "cuEventSynchronize");
    float milliseconds = 0;
    check(cuEventElapsedTime(&milliseconds, start, stop), "cuEventElapsedTime");
    check(cuMemcpyDtoHAsync(out.data(), d_out, count * sizeof(float), stream), "cuMemcpyDtoHAsync");
    check(cuStreamSynchronize(stream), "cuStreamSynchronize");
    check(cuCtxSynchronize(), "cuCtxSynchronize");

    int wrong = milliseconds < 0;
    for (int i = 0; i < count; i++) wrong += std::fabs(out[i] - (in[i] * by + 1)) > 1e-3f;

    check(cuEventDestroy(start), "cuEventDestroy");
    check(cuEventDestroy(stop), "cuEventDestroy");
    check(cuStreamDestroy(stream), "cuStreamDestroy");
    check(cuMemFree(d_in), "cuMemFree");
    check(cuMemFree(d_out), "cuMemFree");
    check(cuModuleUnload(module), "cuModuleUnload");
    std::printf("jit: %s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
