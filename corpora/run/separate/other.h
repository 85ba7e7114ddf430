// What other.cu defines.
#pragma once

extern __device__ int calls;
extern __constant__ int weights[4];
__device__ int twisted(int i);
void set_weights(int by);
