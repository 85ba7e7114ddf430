#include <cuda_runtime.h>

struct Pool {
    int cudaMalloc(void **p, size_t n) { return this->cudaFree(*p) + int(n); }
    int cudaFree(void *p);
    int cudaSuccess = 0;
};
int Pool::cudaFree(void *p) { return ::cudaFree(p); }

int go(Pool &pool, Pool *other, void **p) {
    return pool.cudaMalloc(p, 4) + other->cudaFree(*p) + pool.cudaSuccess + cudaMalloc(p, 4);
}
