// The second GPU of a machine that has one: the call fails, and all goes on with the first.
#include "bug.h"

int main() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return 1;
    cudaSetDevice(BUG(count, count - 1)); // check: api/unread-error
    char *p = nullptr;
    if (cudaMalloc(&p, 64) != cudaSuccess) return 2;
    // An error that is looked at is none of the tool's.
    if (cudaSetDevice(count) == cudaSuccess) return 3;
    if (cudaFree(p) != cudaSuccess) return 4;
}
