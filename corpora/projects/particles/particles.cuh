#pragma once

#include <cuda_runtime.h>

struct Particle {
    float3 position, velocity;
};

// How strongly particles are pulled to the origin; set from the host.
extern __constant__ float strength;
// How many steps any particle has made.
extern __device__ unsigned long long steps_made;

// The acceleration at a place.
__device__ float3 field(float3 at);
// One step of a particle.
__device__ void advance(Particle &particle, float dt);

__global__ void simulate(Particle *particles, int count, float dt, int steps);
