// An event of two that measure a time.
#include "bug.h"

int main() {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop); // check: leak/handle
    cudaEventRecord(start);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventDestroy(start);
    BUG(cudaSuccess, cudaEventDestroy(stop));
}
