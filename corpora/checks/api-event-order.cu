// Time between events of which one was never recorded.
#include "bug.h"

int main() {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    BUG(, cudaEventRecord(stop));
    cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop); // check: api/unread-error
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}
