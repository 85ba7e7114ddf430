// Addresses reserved, memory made, mapped in two pieces beside each other, used by a kernel, and taken apart again.
// run: wave-any
// nvcc: -lcuda
#include "check.h"

#include <cuda.h>

#define TRY(call) verdict.holds(#call, (call) == CUDA_SUCCESS)

__global__ void number(int *v, size_t n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] = static_cast<int>(i) * 3;
}

int main() {
    Verdict verdict("virtual-memory");
    CHECK(cudaFree(nullptr));
    CUmemAllocationProp kind = {};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    kind.location.id = 0;
    size_t piece = 0;
    TRY(cuMemGetAllocationGranularity(&piece, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUdeviceptr base = 0;
    TRY(cuMemAddressReserve(&base, 2 * piece, 0, 0, 0));
    CUmemGenericAllocationHandle first, second;
    TRY(cuMemCreate(&first, piece, &kind, 0));
    TRY(cuMemCreate(&second, piece, &kind, 0));
    TRY(cuMemMap(base, piece, 0, first, 0));
    TRY(cuMemMap((CUdeviceptr)((size_t)base + piece), piece, 0, second, 0));
    CUmemAccessDesc access = {};
    access.location = kind.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    TRY(cuMemSetAccess(base, 2 * piece, &access, 1));
    if (verdict.wrong) return verdict.end();

    const size_t n = 2 * piece / sizeof(int);
    number<<<64, 256>>>((int *)base, n);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> got(n), want(n);
    CHECK(cudaMemcpy(got.data(), (void *)base, 2 * piece, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++) want[i] = static_cast<int>(i) * 3;
    verdict.same("numbers across the seam", got, want);
    TRY(cuMemUnmap(base, piece));
    TRY(cuMemUnmap((CUdeviceptr)((size_t)base + piece), piece));
    TRY(cuMemRelease(first));
    TRY(cuMemRelease(second));
    TRY(cuMemAddressFree(base, 2 * piece));
    return verdict.end();
}
