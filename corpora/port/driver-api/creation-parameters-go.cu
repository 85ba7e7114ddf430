// Contexts of CUDA 13 take creation parameters, and HIP's do not: a variable that is nothing else goes with the argument.
#include <cuda.h>

void created(CUdevice device) {
    CUcontext context;
    CUctxCreateParams parameters = {};
    cuCtxCreate(&context, &parameters, 0, device);
}

void also_created(CUdevice device) {
    CUcontext context; CUctxCreateParams parameters;
    cuCtxCreate(&context, &parameters, CU_CTX_SCHED_AUTO, device);
    cuCtxCreate(&context, nullptr, 0, device);
}
