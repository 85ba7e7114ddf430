// run: wave-any
// targets: gfx90a,cpu needs hip-5.4 (`hipDrvGetErrorName` came then; one target for a GPU is enough: names are what is tested)
// flags: --mode compat
//
// The driver's interface beside kernels that nvcc compiles.
#include <cstdio>
#include <cstring>
#include <cuda.h>

__global__ void add(const int *a, const int *b, int *c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static bool done(CUresult result, const char *call) {
    if (result == CUDA_SUCCESS) return true;
    const char *name = nullptr;
    cuGetErrorName(result, &name);
    printf("%s: %s\n", call, name ? name : "?");
    return false;
}
#define TRY(call)                           \
    if (!done(call, #call)) return 1

int main() {
    const int n = 100;
    TRY(cuInit(0));
    int count = 0, version = 0;
    TRY(cuDeviceGetCount(&count));
    TRY(cuDriverGetVersion(&version));
    CUdevice device;
    TRY(cuDeviceGet(&device, 0));
    char name[256];
    TRY(cuDeviceGetName(name, sizeof name, device));
    int threads = 0;
    TRY(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
    CUcontext context;
    TRY(cuDevicePrimaryCtxRetain(&context, device));
    TRY(cuCtxSetCurrent(context));

    const size_t bytes = n * sizeof(int);
    int values[n];
    for (int i = 0; i < n; ++i) values[i] = i;
    const int *source = values;
    CUdeviceptr a, b, c;
    TRY(cuMemAlloc(&a, bytes));
    TRY(cuMemAlloc(&b, bytes));
    TRY(cuMemAlloc(&c, bytes));
    TRY(cuMemcpyHtoD(a, source, bytes));
    TRY(cuMemcpy(b, a, bytes));
    TRY(cuMemsetD32(c, 7, n));
    CUstream stream;
    TRY(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    add<<<2, 64, 0, stream>>>((int *)a, (int *)b, (int *)c, n);
    TRY(cuStreamSynchronize(stream));
    int sums[n];
    TRY(cuMemcpyDtoH(sums, c, bytes));
    bool right = count > 0 && version > 0 && threads >= 64 && std::strlen(name) > 0;
    for (int i = 0; i < n; ++i) right = right && sums[i] == 2 * i;
    right = right && cuMemFree((CUdeviceptr)0x10) != CUDA_SUCCESS;
    TRY(cuStreamDestroy(stream));
    TRY(cuMemFree(a));
    TRY(cuMemFree(b));
    TRY(cuMemFree(c));
    TRY(cuDevicePrimaryCtxRelease(device));
    printf("%s driver\n", right ? "PASS" : "FAIL");
    return right ? 0 : 1;
}
