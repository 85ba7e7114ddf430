/* The runtime's interface as a program compiled by nobody's port uses it: memory, streams, events, errors, properties,
 * pointers, copies in three dimensions, graphs, null pointers and wrong handles. */
#include <cuda_runtime_api.h>

#include "check.h"

#define COUNT 1000

static void memory(void) {
    int numbers[COUNT], back[COUNT];
    for (int i = 0; i < COUNT; i++) numbers[i] = i * 3;
    int *device = NULL;
    CHECK(cudaMalloc((void **)&device, sizeof numbers));
    CHECK(cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost));
    EQUAL(memcmp(numbers, back, sizeof back), 0);
    CHECK(cudaMemset(device, 0x11, sizeof numbers));
    CHECK(cudaMemcpy(back, device, sizeof back, cudaMemcpyDefault));
    EQUAL(back[COUNT - 1], 0x11111111);
    size_t free_bytes = 0, total = 0;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    TRUE(total > 0 && free_bytes <= total);
    CHECK(cudaFree(device));
    CHECK(cudaFree(NULL));
}

static void pointers(void) {
    struct cudaPointerAttributes attributes;
    void *device, *host, *managed;
    int local = 0;
    CHECK(cudaMalloc(&device, 64));
    CHECK(cudaMallocHost(&host, 64));
    CHECK(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
    CHECK(cudaPointerGetAttributes(&attributes, device));
    EQUAL(attributes.type, cudaMemoryTypeDevice);
    EQUAL(attributes.device, 0);
    TRUE(attributes.devicePointer == device);
    CHECK(cudaPointerGetAttributes(&attributes, host));
    EQUAL(attributes.type, cudaMemoryTypeHost);
    TRUE(attributes.hostPointer == host);
    CHECK(cudaPointerGetAttributes(&attributes, managed));
    EQUAL(attributes.type, cudaMemoryTypeManaged);
    cudaError_t of_local = cudaPointerGetAttributes(&attributes, &local);
    TRUE(of_local == cudaErrorInvalidValue || attributes.type == cudaMemoryTypeUnregistered);
    cudaGetLastError();
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFree(managed));
}

static void noted(void *data) { *(int *)data += 1; }

static void streams_and_events(void) {
    cudaStream_t stream;
    cudaEvent_t begin, end;
    int calls = 0;
    float milliseconds = -1;
    unsigned int flags = 99;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamGetFlags(stream, &flags));
    EQUAL(flags, cudaStreamNonBlocking);
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
    CHECK(cudaEventRecord(begin, stream));
    char *device;
    CHECK(cudaMallocAsync((void **)&device, 1 << 16, stream));
    CHECK(cudaMemsetAsync(device, 7, 1 << 16, stream));
    CHECK(cudaLaunchHostFunc(stream, noted, &calls));
    char byte = 0;
    CHECK(cudaMemcpyAsync(&byte, device + 999, 1, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(device, stream));
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaStreamWaitEvent(cudaStreamPerThread, end, 0));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventQuery(end));
    EQUAL(byte, 7);
    EQUAL(calls, 1);
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    TRUE(milliseconds >= 0);
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaDeviceSynchronize());
}

static void errors(void) {
    EQUAL(strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation"), 0);
    EQUAL(strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"), 0);
    EQUAL(strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess"), 0);
    EQUAL(strcmp(cudaGetErrorString(cudaSuccess), "no error"), 0);
    EQUAL(strcmp(cudaGetErrorString((cudaError_t)123456), "unrecognized error code"), 0);
    CHECK(cudaGetLastError());
    EQUAL(cudaMalloc(NULL, 16), cudaErrorInvalidValue);
    EQUAL(cudaPeekAtLastError(), cudaErrorInvalidValue);
    EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK(cudaGetLastError());
    EQUAL(cudaSetDevice(1000), cudaErrorInvalidDevice);
    EQUAL(cudaMemcpy(NULL, NULL, 4, (enum cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
    EQUAL(cudaFree((void *)0x1234), cudaErrorInvalidValue);
    EQUAL(cudaEventCreate(NULL), cudaErrorInvalidValue);
    EQUAL(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
    EQUAL(cudaPointerGetAttributes(NULL, &errors), cudaErrorInvalidValue);
    TRUE(cudaStreamSynchronize((cudaStream_t)0x777777) != cudaSuccess);
    TRUE(cudaEventRecord(NULL, 0) != cudaSuccess);
    TRUE(cudaFuncGetAttributes(NULL, NULL) != cudaSuccess);
    cudaGetLastError();
}

/* A field and the attribute that says the same by itself: the first begins at the offset of this version's header. */
#define SAME(field, attribute)                                                         \
    do {                                                                               \
        int alone_ = 0;                                                                \
        CHECK(cudaDeviceGetAttribute(&alone_, cudaDevAttr##attribute, 0));             \
        EQUAL(property.field, alone_);                                                 \
    } while (0)

static void fields(const struct cudaDeviceProp *given) {
    const struct cudaDeviceProp property = *given;
    SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
    SAME(regsPerBlock, MaxRegistersPerBlock);
    SAME(warpSize, WarpSize);
    SAME(memPitch, MaxPitch);
    SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
    SAME(maxThreadsDim[0], MaxBlockDimX);
    SAME(maxThreadsDim[1], MaxBlockDimY);
    SAME(maxThreadsDim[2], MaxBlockDimZ);
    SAME(maxGridSize[0], MaxGridDimX);
    SAME(maxGridSize[1], MaxGridDimY);
    SAME(maxGridSize[2], MaxGridDimZ);
    SAME(totalConstMem, TotalConstantMemory);
    SAME(major, ComputeCapabilityMajor);
    SAME(minor, ComputeCapabilityMinor);
    SAME(textureAlignment, TextureAlignment);
    SAME(multiProcessorCount, MultiProcessorCount);
    SAME(integrated, Integrated);
    SAME(canMapHostMemory, CanMapHostMemory);
    SAME(maxTexture1D, MaxTexture1DWidth);
    SAME(maxTexture2D[0], MaxTexture2DWidth);
    SAME(maxTexture2D[1], MaxTexture2DHeight);
    SAME(maxTexture3D[0], MaxTexture3DWidth);
    SAME(maxTexture3D[1], MaxTexture3DHeight);
    SAME(maxTexture3D[2], MaxTexture3DDepth);
    SAME(concurrentKernels, ConcurrentKernels);
    SAME(ECCEnabled, EccEnabled);
    SAME(pciBusID, PciBusId);
    SAME(pciDeviceID, PciDeviceId);
    SAME(pciDomainID, PciDomainId);
    SAME(memoryBusWidth, GlobalMemoryBusWidth);
    SAME(l2CacheSize, L2CacheSize);
    SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
    SAME(managedMemory, ManagedMemory);
    SAME(isMultiGpuBoard, IsMultiGpuBoard);
    SAME(pageableMemoryAccess, PageableMemoryAccess);
    SAME(concurrentManagedAccess, ConcurrentManagedAccess);
    SAME(cooperativeLaunch, CooperativeLaunch);
    SAME(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost);
#if CUDART_VERSION < 13000
    SAME(clockRate, ClockRate);
    SAME(memoryClockRate, MemoryClockRate);
    SAME(computeMode, ComputeMode);
    SAME(kernelExecTimeoutEnabled, KernelExecTimeout);
    SAME(cooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch);
#endif
}

static void properties(void) {
    unsigned char guard[64];
    int value = 0, count = 0;
    CHECK(cudaGetDeviceCount(&count));
    TRUE(count >= 1);
    struct {
        struct cudaDeviceProp property;
        unsigned char guard[64];
    } both, again;
    memset(&both, 0xa5, sizeof both);
    memset(&again, 0x5a, sizeof again);
    memset(guard, 0xa5, sizeof guard);
    CHECK(cudaGetDeviceProperties(&both.property, 0));
    CHECK(cudaGetDeviceProperties(&again.property, 0));
    /* All bytes of the structure that this version's header declares are written, whatever was there, and none after it. */
    EQUAL(memcmp(&both.property, &again.property, sizeof both.property), 0);
    EQUAL(memcmp(both.guard, guard, sizeof guard), 0);
    struct cudaDeviceProp property = both.property;
    TRUE(strlen(property.name) > 0 && strlen(property.name) < sizeof property.name);
    fields(&property);
    size_t free_bytes, total;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    EQUAL(property.totalGlobalMem, total);
    EQUAL(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
    EQUAL(cudaGetDeviceProperties(&property, 1000), cudaErrorInvalidDevice);
    CHECK(cudaRuntimeGetVersion(&value));
    EQUAL(value / 1000, CUDART_VERSION / 1000);
    CHECK(cudaDriverGetVersion(&value));
    TRUE(value >= CUDART_VERSION);
    cudaGetLastError();
}

static void boxes(void) {
    enum { W = 16, H = 4, D = 3 };
    struct cudaExtent extent = {W, H, D};
    struct cudaPitchedPtr pitched;
    CHECK(cudaMalloc3D(&pitched, extent));
    EQUAL(pitched.xsize, W);
    EQUAL(pitched.ysize, H);
    unsigned char from[W * H * D], to[W * H * D];
    for (int i = 0; i < W * H * D; i++) from[i] = (unsigned char)i;
    memset(to, 0, sizeof to);
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr.ptr = from;
    copy.srcPtr.pitch = W;
    copy.srcPtr.xsize = W;
    copy.srcPtr.ysize = H;
    copy.dstPtr = pitched;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    copy.dstPtr = copy.srcPtr;
    copy.dstPtr.ptr = to;
    copy.srcPtr = pitched;
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    EQUAL(memcmp(from, to, sizeof to), 0);
    CHECK(cudaFree(pitched.ptr));

    struct cudaChannelFormatDesc channels = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat), given;
    EQUAL(channels.x, 32);
    EQUAL(channels.f, cudaChannelFormatKindFloat);
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channels, 8, 2, 0));
    struct cudaExtent size;
    unsigned int flags;
    CHECK(cudaArrayGetInfo(&given, &size, &flags, array));
    EQUAL(given.f, cudaChannelFormatKindFloat);
    EQUAL(size.width, 8);
    float texels[16], back[16];
    for (int i = 0; i < 16; i++) texels[i] = (float)i / 2;
    CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 2, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DFromArray(back, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
    EQUAL(memcmp(texels, back, sizeof back), 0);
    CHECK(cudaFreeArray(array));
}

static void graphs(void) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t fill, copy, note, nodes[4];
    int calls = 0;
    cudaStream_t stream;
    unsigned char *device, back[256];
    size_t count = 4;
    CHECK(cudaMalloc((void **)&device, sizeof back));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphCreate(&graph, 0));
    struct cudaMemsetParams fills;
    memset(&fills, 0, sizeof fills);
    fills.dst = device;
    fills.elementSize = 1;
    fills.value = 0x42;
    fills.width = sizeof back;
    fills.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &fills));
    CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, back, device, sizeof back, cudaMemcpyDeviceToHost));
    struct cudaHostNodeParams host = {noted, &calls}, given;
    CHECK(cudaGraphAddHostNode(&note, graph, &copy, 1, &host));
    CHECK(cudaGraphHostNodeGetParams(note, &given));
    TRUE(given.fn == noted && given.userData == &calls);
    CHECK(cudaGraphGetNodes(graph, nodes, &count));
    EQUAL(count, 3);
    count = 1;
    CHECK(cudaGraphGetRootNodes(graph, nodes, &count));
    TRUE(count == 1 && nodes[0] == fill);
    enum cudaGraphNodeType kind;
    CHECK(cudaGraphNodeGetType(fill, &kind));
    EQUAL(kind, cudaGraphNodeTypeMemset);
    CHECK(cudaGraphNodeGetType(copy, &kind));
    EQUAL(kind, cudaGraphNodeTypeMemcpy);
    memset(&fills, 0, sizeof fills);
    CHECK(cudaGraphMemsetNodeGetParams(fill, &fills));
    EQUAL(fills.value, 0x42);
    TRUE(fills.dst == device && fills.width == sizeof back && fills.elementSize == 1);
#if CUDART_VERSION >= 12000
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
#else
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
#endif
    memset(back, 0, sizeof back);
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EQUAL(back[255], 0x42);
    EQUAL(calls, 1);
    /* An instance of the graph takes other parameters, the graph keeps its own. */
    fills.value = 0x17;
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, fill, &fills));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EQUAL(back[0], 0x17);
    EQUAL(calls, 2);
    CHECK(cudaGraphMemsetNodeGetParams(fill, &fills));
    EQUAL(fills.value, 0x42);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));

    enum cudaStreamCaptureStatus status;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(device, 9, sizeof back, stream));
    CHECK(cudaStreamIsCapturing(stream, &status));
    EQUAL(status, cudaStreamCaptureStatusActive);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaMemcpyAsync(back, device, sizeof back, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    EQUAL(back[0], 9);
#if CUDART_VERSION >= 12000
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(exec, graph, &info));
    EQUAL(info.result, cudaGraphExecUpdateSuccess);
#endif
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device));
}

static void pools(void) {
    cudaMemPool_t pool;
    struct cudaMemPoolProps properties;
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    unsigned long long threshold = 1 << 20, is = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &is));
    EQUAL(is, threshold);
    void *memory;
    CHECK(cudaMallocFromPoolAsync(&memory, 4096, pool, 0));
    CHECK(cudaFreeAsync(memory, 0));
    CHECK(cudaStreamSynchronize(0));
    CHECK(cudaMemPoolDestroy(pool));
}

static void driver_entries(void) {
    int (*allocate)(unsigned long long *, size_t) = NULL;
#if CUDART_VERSION >= 12000
    enum cudaDriverEntryPointQueryResult result;
#endif
#if CUDART_VERSION >= 13000
    CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", (void **)&allocate, 12000, cudaEnableDefault, &result));
#elif CUDART_VERSION >= 12000
    CHECK(cudaGetDriverEntryPoint("cuMemAlloc", (void **)&allocate, cudaEnableDefault, &result));
    EQUAL(result, cudaDriverEntryPointSuccess);
#else
    CHECK(cudaGetDriverEntryPoint("cuMemAlloc", (void **)&allocate, cudaEnableDefault));
#endif
    TRUE(allocate != NULL);
    unsigned long long address = 0;
    CHECK(allocate(&address, 128));
    TRUE(address != 0);
    CHECK(cudaFree((void *)address));
}

int main(void) {
    memory();
    pointers();
    streams_and_events();
    errors();
    properties();
    boxes();
    graphs();
    pools();
    driver_entries();
    CHECK(cudaDeviceReset());
    puts("all is well");
    return 0;
}
