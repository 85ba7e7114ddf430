// A fill of more bytes than were allocated.
#include "bug.h"

int main() {
    float *p;
    cudaMalloc(&p, 50 * sizeof(float));
    cudaMemset(p, 0, BUG(64, 50) * sizeof(float)); // check: memory/out-of-bounds
    cudaFree(p);
}
