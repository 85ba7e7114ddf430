// compile: no, the ROCm tracer's header is not part of HIP
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvToolsExt.h>

void range() {
    cudaProfilerStart();
    nvtxRangePushA("work");
    nvtxRangePop();
    cudaProfilerStop();
}
