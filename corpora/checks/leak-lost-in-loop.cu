// A loop that allocates each time round, and one free behind it.
#include "bug.h"

int main() {
    float *p = nullptr;
    for (int i = 0; i < 5; i++) {
        cudaMalloc(&p, 1000); // check: leak/memory
        BUG((void)0, (void)cudaFree(p));
    }
    BUG(cudaFree(p), cudaSuccess);
}
