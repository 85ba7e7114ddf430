// A copy from the device that begins in the middle and is as long as all.
#include "bug.h"

int main() {
    std::vector<int> values(128);
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    cudaMemset(p, 0, 128 * sizeof(int));
    cudaMemcpy(values.data(), p + 64, BUG(128, 64) * sizeof(int), cudaMemcpyDeviceToHost); // check: memory/out-of-bounds
    cudaFree(p);
}
