/* The driver's interface: contexts, memory, a module of ours, launches, streams, events, graphs, functions by name. The
 * first argument is a code object with the kernels `scale` and `add` and the variable `counter`. */
#include <cuda.h>

#include "check.h"

#define COUNT 256

static CUmodule module;
static CUfunction scale;

static void devices(void) {
    CUdevice device;
    char name[256];
    int count = 0, value = 0;
    size_t bytes = 0;
    CHECK(cuDeviceGetCount(&count));
    TRUE(count >= 1);
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    TRUE(strlen(name) > 0);
    CHECK(cuDeviceTotalMem(&bytes, device));
    TRUE(bytes > 0);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    TRUE(value == 32 || value == 64);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
    TRUE(value >= 256);
    /* HIP has no word for it: it is not there. */
    value = 99;
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED, device));
    EQUAL(value, 0);
    EQUAL(cuDeviceGetAttribute(&value, (CUdevice_attribute)99999, device), CUDA_ERROR_INVALID_VALUE);
    EQUAL(cuDeviceGet(&device, 1000), CUDA_ERROR_INVALID_DEVICE);
    EQUAL(cuDeviceGetCount(NULL), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuDriverGetVersion(&value));
    TRUE(value >= CUDA_VERSION);
}

static void errors(void) {
    const char *text = NULL;
    CHECK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text));
    EQUAL(strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY"), 0);
    CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    EQUAL(strcmp(text, "out of memory"), 0);
    EQUAL(cuGetErrorName((CUresult)123456, &text), CUDA_ERROR_INVALID_VALUE);
    TRUE(text == NULL);
    EQUAL(cuGetErrorName(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
}

static void memory(void) {
    CUdeviceptr device = 0, base = 0;
    unsigned int numbers[COUNT], back[COUNT];
    size_t size = 0;
    for (unsigned int i = 0; i < COUNT; i++) numbers[i] = i;
    CHECK(cuMemAlloc(&device, sizeof numbers));
    CHECK(cuMemcpyHtoD(device, numbers, sizeof numbers));
    CHECK(cuMemcpyDtoH(back, device, sizeof back));
    EQUAL(memcmp(numbers, back, sizeof back), 0);
    CHECK(cuMemsetD32(device, 0xabcd, COUNT));
    CHECK(cuMemcpy((CUdeviceptr)back, device, sizeof back));
    EQUAL(back[COUNT - 1], 0xabcd);
    CHECK(cuMemGetAddressRange(&base, &size, device + 8));
    TRUE(base == device && size >= sizeof numbers);
    unsigned int kind = 0;
    CHECK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
    EQUAL(kind, CU_MEMORYTYPE_DEVICE);
    CUDA_MEMCPY2D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = numbers;
    copy.srcPitch = 64;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = device;
    copy.dstPitch = 64;
    copy.WidthInBytes = 64;
    copy.Height = 16;
    CHECK(cuMemcpy2D(&copy));
    CUDA_MEMCPY3D box;
    memset(&box, 0, sizeof box);
    memset(back, 0, sizeof back);
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = device;
    box.srcPitch = 64;
    box.srcHeight = 4;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = back;
    box.dstPitch = 64;
    box.dstHeight = 4;
    box.WidthInBytes = 64;
    box.Height = 4;
    box.Depth = 4;
    CHECK(cuMemcpy3D(&box));
    EQUAL(memcmp(numbers, back, sizeof back), 0);
    CHECK(cuMemFree(device));
    EQUAL(cuMemAlloc(NULL, 1), CUDA_ERROR_INVALID_VALUE);
    TRUE(cuMemFree((CUdeviceptr)0x12345) != CUDA_SUCCESS);
}

static void launches(void) {
    CUdeviceptr values;
    CUstream stream;
    CUevent done;
    float numbers[COUNT], back[COUNT], factor = 3;
    int count = COUNT;
    for (int i = 0; i < COUNT; i++) numbers[i] = (float)i;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&done, CU_EVENT_DISABLE_TIMING));
    CHECK(cuMemAlloc(&values, sizeof numbers));
    CHECK(cuMemcpyHtoDAsync(values, numbers, sizeof numbers, stream));
    void *arguments[] = {&values, &factor, &count};
    CHECK(cuLaunchKernel(scale, COUNT / 64, 1, 1, 64, 1, 1, 0, stream, arguments, NULL));
    CHECK(cuMemcpyDtoHAsync(back, values, sizeof back, stream));
    CHECK(cuEventRecord(done, stream));
    CHECK(cuEventSynchronize(done));
    EQUAL(back[COUNT - 1], 3 * (COUNT - 1));
    int value = 0;
    CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale));
    TRUE(value >= 64);
    EQUAL(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL) != CUDA_SUCCESS, 1);
    CUfunction missing;
    EQUAL(cuModuleGetFunction(&missing, module, "no_such_kernel"), CUDA_ERROR_NOT_FOUND);
    CHECK(cuMemFree(values));
    CHECK(cuEventDestroy(done));
    CHECK(cuStreamDestroy(stream));
}

/* `add(int *sum, int value)` adds one to the module's `counter`, which begins with 7. */
static void globals(void) {
    CUdeviceptr counter = 0, sum = 0;
    CUfunction add;
    size_t size = 0;
    int value = 5, seen = 0;
    CHECK(cuModuleGetGlobal(&counter, &size, module, "counter"));
    EQUAL(size, sizeof(int));
    CHECK(cuMemcpyDtoH(&seen, counter, sizeof seen));
    EQUAL(seen, 7);
    seen = 40;
    CHECK(cuMemcpyHtoD(counter, &seen, sizeof seen));
    CHECK(cuMemAlloc(&sum, sizeof(int)));
    CHECK(cuMemsetD32(sum, 0, 1));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    void *arguments[] = {&sum, &value};
    CHECK(cuLaunchKernel(add, 2, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoH(&seen, counter, sizeof seen));
    EQUAL(seen, 42);
    CHECK(cuMemcpyDtoH(&seen, sum, sizeof seen));
    EQUAL(seen, 10);
    EQUAL(cuModuleGetGlobal(&counter, &size, module, "no_such_variable"), CUDA_ERROR_NOT_FOUND);
    CHECK(cuMemFree(sum));
}

static void graphs(void) {
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode fill;
    CUcontext context;
    CUdeviceptr device;
    unsigned int back[COUNT];
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuMemAlloc(&device, sizeof back));
    CHECK(cuGraphCreate(&graph, 0));
    CUDA_MEMSET_NODE_PARAMS fills;
    memset(&fills, 0, sizeof fills);
    fills.dst = device;
    fills.elementSize = 4;
    fills.value = 77;
    fills.width = COUNT;
    fills.height = 1;
    CHECK(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &fills, context));
    /* 77 as a number is tiny, and three times as large afterwards. */
    float factor = 3;
    int count = COUNT;
    void *arguments[] = {&device, &factor, &count};
    CUDA_KERNEL_NODE_PARAMS scales, given;
    CUgraphNode scaled;
    memset(&scales, 0, sizeof scales);
    scales.func = scale;
    scales.gridDimX = COUNT / 64;
    scales.gridDimY = scales.gridDimZ = scales.blockDimY = scales.blockDimZ = 1;
    scales.blockDimX = 64;
    scales.kernelParams = arguments;
    CHECK(cuGraphAddKernelNode(&scaled, graph, &fill, 1, &scales));
    CHECK(cuGraphKernelNodeGetParams(scaled, &given));
    TRUE(given.func == scale && given.gridDimX == COUNT / 64 && given.blockDimX == 64 && given.sharedMemBytes == 0);
    CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, 0));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoH(back, device, sizeof back));
    EQUAL(back[COUNT - 1], 231);
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuMemFree(device));
}

static void by_name(void) {
    CUresult (*allocate)(CUdeviceptr *, size_t) = NULL, (*old)(unsigned int *, unsigned int) = NULL;
#if CUDA_VERSION >= 12000
    CUdriverProcAddressQueryResult result;
    CHECK(cuGetProcAddress("cuMemAlloc", (void **)&allocate, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &result));
    EQUAL(result, CU_GET_PROC_ADDRESS_SUCCESS);
    EQUAL(cuGetProcAddress("cuNoSuchThing", (void **)&old, 12000, 0, &result), CUDA_ERROR_NOT_FOUND);
    EQUAL(result, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    TRUE(old == NULL);
#else
    CHECK(cuGetProcAddress("cuMemAlloc", (void **)&allocate, 11000, CU_GET_PROC_ADDRESS_DEFAULT));
    (void)old;
#endif
    CUdeviceptr address = 0;
    CHECK(allocate(&address, 256));
    CHECK(cuMemFree(address));
}

int main(int count, char **arguments) {
    CUcontext context, current;
    TRUE(count == 2);
    CHECK(cuInit(0));
    devices();
    errors();
#if CUDA_VERSION >= 13000
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
#else
    CHECK(cuCtxCreate(&context, 0, 0));
#endif
    CHECK(cuCtxGetCurrent(&current));
    TRUE(current == context);
    memory();
    CHECK(cuModuleLoad(&module, arguments[1]));
    CHECK(cuModuleGetFunction(&scale, module, "scale"));
    launches();
    globals();
    graphs();
    by_name();
    CHECK(cuModuleUnload(module));
    CHECK(cuCtxDestroy(context));
    puts("all is well");
    return 0;
}
