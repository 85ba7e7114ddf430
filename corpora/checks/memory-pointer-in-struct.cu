// A pointer that a structure brings along, with a wrong length beside it.
#include "bug.h"

struct View {
    int *data;
    int length;
};

__global__ void negate(View view) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < view.length; i += gridDim.x * blockDim.x) {
        view.data[i] = -view.data[i]; // check: memory/out-of-bounds
    }
}

int main() {
    View view;
    view.length = BUG(1025, 1024);
    cudaMalloc(&view.data, 1024 * sizeof(int));
    cudaMemset(view.data, 0, 1024 * sizeof(int));
    negate<<<2, 128>>>(view);
    cudaDeviceSynchronize();
    cudaFree(view.data);
}
