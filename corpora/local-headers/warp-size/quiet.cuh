#pragma once
// Used here by code that no lanes share, so that the header alone is right.
#define WARP_SIZE 32

__device__ inline int rows(int n) {
    return (n + WARP_SIZE - 1) / WARP_SIZE;
}
