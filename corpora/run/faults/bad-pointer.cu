// A kernel writes where no memory is: the host is told when it waits, and again by each call after that.
// run: wave-any
// stderr: wild
#include "../check.h"

__global__ void wild(int *out, size_t by) { out[threadIdx.x + by] = 1; }

int main() {
    Verdict verdict("bad-pointer");
    Array<int> out(32);
    wild<<<2, 32>>>(out.p, size_t(1) << 44);
    const cudaError_t status = cudaDeviceSynchronize();
    verdict.holds("waiting tells", status == cudaErrorIllegalAddress);
    int *p = nullptr;
    verdict.holds("the device is lost", cudaMalloc(reinterpret_cast<void **>(&p), 4) != cudaSuccess);
    return verdict.end();
}
