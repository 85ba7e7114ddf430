// A function that returns early and frees nothing.
#include "bug.h"

static int work(bool early) {
    int *p;
    cudaMalloc(&p, 256); // check: leak/memory
    if (early) return 1;
    cudaFree(p);
    return 0;
}

int main() {
    work(false);
    work(BUG(true, false));
}
