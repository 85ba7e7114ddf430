// Adaptive refinement: a kernel launches another for each cell that needs it.
// run: no
// build: no, launches in kernels
// nvcc: -rdc=true -lcudadevrt
#include "support.h"

__global__ void refine(float *cell, int size) {
    const int i = threadIdx.x;
    if (i < size) cell[i] *= 0.5f;
}

__global__ void inspect(float *cells, const int *needs, int size) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (needs[cell]) refine<<<1, size>>>(cells + cell * size, size); // hazard: HIP2008
}

int main() {
    const int cells = 32, size = 64;
    float *values = managed<float>(cells * size);
    int *needs = managed<int>(cells);
    for (int i = 0; i < cells * size; i++) values[i] = 2.0f;
    for (int c = 0; c < cells; c += 3) needs[c] = 1;
    inspect<<<1, cells>>>(values, needs, size);
    finish();
    bool right = true;
    for (int i = 0; i < cells * size; i++) right = right && values[i] == (i / size % 3 == 0 ? 1.0f : 2.0f);
    return report("nested-launch", right);
}
