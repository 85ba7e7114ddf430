// The pointer to an allocation is overwritten.
#include "bug.h"

int main() {
    int *a, *b;
    cudaMalloc(&a, 64); // check: leak/memory
    cudaMalloc(&b, 128);
    int *old = a;
    a = b;
    BUG((void)old, (void)cudaFree(old));
    cudaFree(a);
}
