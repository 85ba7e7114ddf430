#include <cuda.h>

CUcontext current(CUdevice device) {
    CUcontext context = nullptr;
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuCtxPushCurrent(context);
    cuCtxPopCurrent(&context);
    cuCtxGetCurrent(&context);
    return context;
}
