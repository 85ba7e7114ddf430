// Pinned memory of the host, freed by the wrong function.
#include "bug.h"

int main() {
    void *p;
    cudaMallocHost(&p, 512); // check: leak/memory
    BUG((void)p, (void)cudaFreeHost(p));
}
