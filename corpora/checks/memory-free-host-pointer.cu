// A free of memory of the C library.
#include "bug.h"

int main() {
    int *p = static_cast<int *>(malloc(64));
    BUG(cudaFree(p), 0); // check: memory/invalid-free
    free(p);
}
