#include <cuda.h>

CUresult run(CUfunction function, void *buffer, size_t bytes, CUstream stream) {
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, stream, nullptr, extra);
}
