#include <cuda_runtime.h>

void place(void *p, cudaStream_t s) {
    cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0); // fires
    cudaMemPrefetchAsync(p, 4, 0, s);
    cudaMemcpyAsync(p, p, 4, cudaMemcpyDefault, s);
}
