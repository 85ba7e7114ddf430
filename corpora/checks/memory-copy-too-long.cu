// A copy to the device of more bytes than were allocated.
#include "bug.h"

int main() {
    std::vector<int> values(128);
    int *p;
    cudaMalloc(&p, 100 * sizeof(int));
    cudaMemcpy(p, values.data(), BUG(128, 100) * sizeof(int), cudaMemcpyHostToDevice); // check: memory/out-of-bounds
    cudaFree(p);
}
