// An error path frees what the end frees again.
#include "bug.h"

int main() {
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(p);
    BUG((void)0, p = nullptr);
    cudaFree(p); // check: memory/double-free
}
