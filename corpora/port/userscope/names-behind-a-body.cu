#include <cuda_runtime.h>

typedef struct {
    int device;
} cudaPlan_t;
typedef void (*cudaDone_t)(cudaError_t);

void start(cudaPlan_t plan, cudaDone_t done) { done(cudaSetDevice(plan.device)); }
