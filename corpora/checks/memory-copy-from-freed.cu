// A copy from memory that was freed.
#include "bug.h"

int main() {
    std::vector<int> values(32);
    int *p;
    cudaMalloc(&p, 32 * sizeof(int));
    cudaMemset(p, 0, 32 * sizeof(int));
    BUG(cudaFree(p), cudaSuccess);
    cudaMemcpy(values.data(), p, 32 * sizeof(int), cudaMemcpyDeviceToHost); // check: memory/use-after-free
    BUG(cudaSuccess, cudaFree(p));
}
