#include "sweep.h"

__global__ void align(int *spins, int side, int colour) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= side || y >= side || (x + y) % 2 != colour) return;
    const int left = spins[y * side + (x + side - 1) % side], right = spins[y * side + (x + 1) % side];
    const int above = spins[(y + side - 1) % side * side + x], below = spins[(y + 1) % side * side + x];
    const int field = left + right + above + below;
    spins[y * side + x] = field > 0 ? 1 : field < 0 ? -1 : 1;
}

void sweep(int *spins, int side, int colour) {
    const dim3 block(16, 16), grid((side + 15) / 16, (side + 15) / 16);
    align<<<grid, block>>>(spins, side, colour);
}
