#ifndef WAVES_CUH
#define WAVES_CUH

#define RADIUS 4

// The coefficients of the second derivative, the middle one first.
extern __constant__ float coefficients[RADIUS + 1];
// How many points any step has computed.
extern __device__ unsigned long long computed;

struct __align__(16) Line {
    float *now, *before, *next;
    int count;
};

__global__ void step_wave(const __grid_constant__ Line line, float factor);

#endif
