// The last member of a structure beyond the array.
#include "bug.h"

struct Particle {
    float x, y, z, mass;
};

__global__ void weigh(const Particle *particles, float *masses, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        masses[i] = particles[i + BUG(1, 0)].mass; // check: memory/out-of-bounds
    }
}

int main() {
    const int n = 64;
    Particle *particles;
    float *masses;
    cudaMalloc(&particles, n * sizeof(Particle));
    cudaMalloc(&masses, n * sizeof(float));
    cudaMemset(particles, 0, n * sizeof(Particle));
    weigh<<<1, n>>>(particles, masses, n);
    cudaDeviceSynchronize();
    cudaFree(particles);
    cudaFree(masses);
}
