// Pinned memory of the host freed twice.
#include "bug.h"

int main() {
    void *p;
    cudaMallocHost(&p, 128);
    cudaFreeHost(p);
    BUG(cudaFreeHost(p), cudaSuccess); // check: memory/double-free
}
