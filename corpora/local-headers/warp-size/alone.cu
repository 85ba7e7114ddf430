// No lanes work together here: the name is a number like others.
#include "quiet.cuh"

__global__ void count(int *out, int v) {
    out[threadIdx.x / WARP_SIZE] = v;
}
