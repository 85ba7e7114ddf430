// compile: no, HIP has no such parameters
#include <cuda.h>

// Where it is more, it stays and is reported.
void with_affinity(CUdevice device) {
    CUcontext context;
    CUctxCreateParams kept = {};
    kept.numExecAffinityParams = 0;
    cuCtxCreate(&context, &kept, 0, device);
}
