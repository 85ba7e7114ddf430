// Rows with a pitch that are never freed.
#include "bug.h"

int main() {
    void *p;
    size_t pitch;
    cudaMallocPitch(&p, &pitch, 100, 30); // check: leak/memory
    BUG((void)p, (void)cudaFree(p));
}
