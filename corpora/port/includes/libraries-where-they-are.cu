// Branches for builds that have a library which ROCm lacks are not HIP's.
// compile: no, OpenCL's headers are not there
#include <CL/cl.h>
#include <cuda_runtime.h>

#if defined(__has_include)
#if __has_include(<nvml.h>)
#include <nvml.h>
#define HAVE_NVML 1
#endif
#endif

#ifdef USE_NPP
#include <npp.h>
#endif

int main() {
    int count = 0;
    cudaGetDeviceCount(&count);
#ifdef HAVE_NVML
    nvmlInit();
#else
    cl_uint platforms = 0;
    clGetPlatformIDs(0, nullptr, &platforms);
#endif
#if !defined(HAVE_NVML)
    nvmlShutdown();
#endif
    return count;
}
