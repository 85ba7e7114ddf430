#include <cuda_runtime.h>
#include <cstdio>

#include "forces.cuh"

// Velocities from places, then places from velocities: one thread a body.
__global__ void kick(Body *bodies, int count, double dt) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) return;
    double2 acceleration = pull(bodies, count, index);
    bodies[index].vx += acceleration.x * dt;
    bodies[index].vy += acceleration.y * dt;
}

__global__ void drift(Body *bodies, int count, double dt) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) return;
    bodies[index].x += bodies[index].vx * dt;
    bodies[index].y += bodies[index].vy * dt;
}

int integrate(Body *bodies, int count, int steps, double dt) {
    Body *device = nullptr;
    if (cudaMalloc(&device, count * sizeof(Body)) != cudaSuccess) return 1;
    cudaMemcpy(device, bodies, count * sizeof(Body), cudaMemcpyHostToDevice);
    for (int step = 0; step < steps; step++) {
        kick<<<(count + 127) / 128, 128>>>(device, count, dt);
        drift<<<(count + 127) / 128, 128>>>(device, count, dt);
    }
    cudaMemcpy(bodies, device, count * sizeof(Body), cudaMemcpyDeviceToHost);
    cudaFree(device);
    unsigned long long done = 0;
    cudaMemcpyFromSymbol(&done, pulls, sizeof done);
    std::printf("%llu pulls\n", done);
    return cudaGetLastError() != cudaSuccess || done != 1ull * count * steps;
}
