// Calls of the API's templates and defaults as programs write them.
#include <hip/hip_ext.h>
#include <hip/hiprtc.h>

__global__ void kernel(int *out, float value) { out[threadIdx.x] = static_cast<int>(value); }
__device__ int table[4];
__constant__ float factor;
texture<float, 2> reference;

static void allocation() {
    int *ints;
    float *floats;
    void *plain;
    size_t pitch;
    (void)hipMalloc(&ints, 4);
    (void)hipMalloc((void **)&ints, 4);
    (void)hipMallocPitch(&floats, &pitch, 16, 4);
    (void)hipMallocManaged(&ints, 4);
    (void)hipMallocManaged(&ints, 4, hipMemAttachGlobal);
    (void)hipHostMalloc(&floats, 4);
    (void)hipHostMalloc((void **)&floats, 4, hipHostMallocDefault);
    (void)hipHostMalloc(&plain, 4);
    (void)hipHostAlloc(&floats, 4, hipHostAllocMapped);
    (void)hipMallocHost((void **)&floats, 4);
    (void)hipMallocAsync(&ints, 4, 0);
    (void)hipMallocAsync(&ints, 4, hipMemPool_t(), hipStreamPerThread);
    (void)hipMallocArray((hipArray_t *)&plain, NULL, 4);
}

static void launches() {
    int *out = nullptr;
    float value = 1;
    void *arguments[] = {&out, &value};
    kernel<<<1, 32>>>(out, 1);
    kernel<<<dim3(1, 2), dim3(32), 0, hipStreamLegacy>>>(out, 1.0);
    hipLaunchKernelGGL(kernel, dim3(1), dim3(1), 0, 0, out, 1.f);
    hipExtLaunchKernelGGL(kernel, dim3(1), dim3(1), 0, 0, nullptr, nullptr, 0, out, 1.0);
    (void)hipLaunchKernel((const void *)kernel, dim3(1), dim3(1), arguments, 0, 0);
    (void)hipLaunchKernel((void *)kernel, 1, 1, arguments, 0, nullptr);
    (void)hipLaunchKernel(kernel, 1, 1, arguments);
    (void)hipLaunchCooperativeKernel(kernel, 1, 1, arguments, 0, 0);
    (void)hipLaunchCooperativeKernel((void *)kernel, 1, 1, arguments, 0, 0);
}

static void kernels() {
    int grid, block;
    hipFuncAttributes attributes;
    (void)hipFuncGetAttributes(&attributes, kernel);
    (void)hipFuncGetAttributes(&attributes, (const void *)kernel);
    (void)hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 1);
    (void)hipFuncSetAttribute(reinterpret_cast<const void *>(&kernel), hipFuncAttributeMaxDynamicSharedMemorySize, 1);
    (void)hipFuncSetCacheConfig(kernel, hipFuncCachePreferL1);
    (void)hipOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
    (void)hipOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0);
    (void)hipOccupancyMaxPotentialBlockSize(&grid, &block, (const void *)kernel, 0, 0);
    (void)hipOccupancyMaxActiveBlocksPerMultiprocessor(&grid, kernel, 32, 0);
    (void)hipOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, [](int size) { return size * 4; });
}

static void variables() {
    int values[4];
    float one = 1;
    void *address;
    size_t size;
    (void)hipMemcpyToSymbol(table, values, sizeof values);
    (void)hipMemcpyToSymbol(HIP_SYMBOL(table), values, sizeof values, 0, hipMemcpyHostToDevice);
    (void)hipMemcpyToSymbol(factor, &one, sizeof one);
    (void)hipMemcpyToSymbolAsync(factor, &one, sizeof one, 0, hipMemcpyHostToDevice);
    (void)hipMemcpyFromSymbol(values, table, sizeof values);
    (void)hipMemcpyFromSymbolAsync(values, table, sizeof values, 0, hipMemcpyDeviceToHost, 0);
    (void)hipGetSymbolAddress(&address, table);
    (void)hipGetSymbolSize(&size, factor);
}

static void textures() {
    float *memory = nullptr;
    hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
    format = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindFloat);
    (void)hipBindTexture2D(0, reference, memory, format, 1, 1, 4);
    (void)hipBindTexture(0, reference, memory, 4);
    (void)hipUnbindTexture(reference);
}

int main() {
    allocation();
    launches();
    kernels();
    variables();
    textures();
    hipEvent_t event;
    (void)hipEventCreate(&event);
    (void)hipEventRecord(event);
    return hipStreamWaitEvent(0, event) == hipSuccess;
}
