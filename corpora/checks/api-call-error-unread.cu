// A copy to an array that is smaller than what is copied fails, and nobody looks at what it returns.
#include "bug.h"

int main() {
    char *p;
    cudaMalloc(&p, 64);
    std::vector<char> host(64);
    cudaMemcpy(p, host.data(), 64, BUG(static_cast<cudaMemcpyKind>(9), cudaMemcpyHostToDevice)); // check: api/unread-error
    cudaFree(p);
}
