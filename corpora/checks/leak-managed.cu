// Managed memory that is never freed.
#include "bug.h"

int main() {
    int *p;
    cudaMallocManaged(&p, 4096); // check: leak/memory
    p[0] = 1;
    BUG(cudaSuccess, cudaFree(p));
}
