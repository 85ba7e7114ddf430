// What is freed is not where the allocation begins.
#include "bug.h"

int main() {
    char *p;
    cudaMalloc(&p, 256);
    char *at = p + BUG(16, 0);
    cudaFree(at); // check: memory/invalid-free
    BUG(cudaFree(p), 0);
}
