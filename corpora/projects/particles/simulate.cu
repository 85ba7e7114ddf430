#include "particles.cuh"

__global__ void simulate(Particle *particles, int count, float dt, int steps) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Particle mine = particles[i];
    for (int step = 0; step < steps; step++) advance(mine, dt);
    particles[i] = mine;
}
