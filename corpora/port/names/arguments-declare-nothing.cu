// compile: no, the names are declared nowhere
#include <cuda_runtime.h>

void hand(int first, int second);

int step(int first) {
    hand(first, CUDA_target);
    for (int i = 0, n = first; i < n; hand(i, CUDA_stride)) {}
    return first, CUDA_rest;
}
