// Memory of a pool that no stream frees.
#include "bug.h"

int main() {
    void *p;
    cudaMallocAsync(&p, 777, 0); // check: leak/memory
    BUG((void)p, (void)cudaFreeAsync(p, 0));
    cudaDeviceSynchronize();
}
