// Where memory lies: pointer attributes of device, pinned, registered and managed memory, mapped memory in kernels, free memory.
// run: wave-any
// targets: gpus,cpu needs hip-6.0 (HIP before 6.0 has the kind of memory under another name)
#include "check.h"

__global__ void add(const int *a, int *b, int n) {
    const int i = threadIdx.x;
    if (i < n) b[i] += a[i];
}

static cudaMemoryType kind(const void *p) {
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, p));
    return attributes.type;
}

int main() {
    Verdict verdict("pointer-attributes");
    const int n = 64;
    int *device, *pinned, *managed, *mapped;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device), n * sizeof(int)));
    CHECK(cudaHostAlloc(reinterpret_cast<void **>(&pinned), n * sizeof(int), cudaHostAllocDefault));
    CHECK(cudaMallocManaged(reinterpret_cast<void **>(&managed), n * sizeof(int)));
    std::vector<int> registered(4096, 3);
    CHECK(cudaHostRegister(registered.data(), registered.size() * sizeof(int), cudaHostRegisterMapped));
    verdict.holds("device memory", kind(device) == cudaMemoryTypeDevice && kind(device + 5) == cudaMemoryTypeDevice);
    verdict.holds("pinned memory", kind(pinned) == cudaMemoryTypeHost);
    verdict.holds("registered memory", kind(registered.data() + 1) == cudaMemoryTypeHost);
    CHECK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&mapped), registered.data(), 0));
    for (int i = 0; i < n; i++) pinned[i] = i, managed[i] = 2 * i;
    CHECK(cudaMemcpy(device, pinned, n * sizeof(int), cudaMemcpyDefault));
    add<<<1, n>>>(mapped, device, n);
    add<<<1, n>>>(device, managed, n);
    add<<<1, n>>>(managed, mapped, n);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> want(n);
    for (int i = 0; i < n; i++) want[i] = 3 * i + 6;
    verdict.same("mapped", std::vector<int>(registered.begin(), registered.begin() + n), want);
    size_t free_bytes = 0, total = 0;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    verdict.holds("free memory", free_bytes > 0 && free_bytes <= total);
    CHECK(cudaHostUnregister(registered.data()));
    CHECK(cudaFree(device));
    CHECK(cudaFree(managed));
    CHECK(cudaFreeHost(pinned));
    return verdict.end();
}
