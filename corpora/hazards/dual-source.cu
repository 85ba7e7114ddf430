// One source for both vendors: names by macros, and what differs stands behind the platform's macro.
// run: wave-any
#if defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_runtime.h>
#define gpuMallocManaged hipMallocManaged
#define gpuDeviceSynchronize hipDeviceSynchronize
#define gpuFree hipFree
#else
#include <cuda_runtime.h>
#define gpuMallocManaged cudaMallocManaged
#define gpuDeviceSynchronize cudaDeviceSynchronize
#define gpuFree cudaFree
#endif

#include <cstdio>

__device__ int warp_width() {
#if defined(__HIP_PLATFORM_AMD__)
    return warpSize;
#else
    return 32;
#endif
}

__device__ int lane_of(int thread) {
#if !defined(__HIP_PLATFORM_AMD__)
    return thread & 31;
#else
    return thread % warpSize;
#endif
}

__global__ void lanes(int *wrong) {
    const int lane = lane_of(threadIdx.x), width = warp_width();
#ifdef __HIP_PLATFORM_AMD__
    const int first = __shfl(static_cast<int>(threadIdx.x), 0);
#else
    const int first = __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x), 0);
#endif
    if (first + lane != static_cast<int>(threadIdx.x) || lane >= width) atomicAdd(wrong, 1);
}

int main() {
    int *wrong = nullptr;
    if (gpuMallocManaged(&wrong, sizeof(int))) return 2;
    *wrong = 0;
    lanes<<<2, 192>>>(wrong);
    if (gpuDeviceSynchronize()) return 2;
    std::printf("%s dual-source\n", *wrong ? "FAIL" : "PASS");
    const int status = *wrong != 0;
    (void)gpuFree(wrong);
    return status;
}
