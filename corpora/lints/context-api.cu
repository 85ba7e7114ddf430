#include <cuda.h>

void open(CUcontext *context) {
    cuCtxCreate(context, 0, 0); // fires
    cuCtxSetCurrent(*context);
    cuInit(0);
}
