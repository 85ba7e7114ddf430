#include <cuda_runtime.h>
#include <cmath>

#include "orbit.h"

// Each block adds what its threads hold of the sum.
__global__ void add_energy(const Body *bodies, int count, double *sum) {
    __shared__ double part[64];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    double mine = 0.0;
    if (index < count) {
        const Body body = bodies[index];
        mine = 0.5 * body.mass * (body.vx * body.vx + body.vy * body.vy);
        for (int other = index + 1; other < count; other++) {
            double dx = bodies[other].x - body.x, dy = bodies[other].y - body.y;
            mine -= body.mass * bodies[other].mass / std::sqrt(dx * dx + dy * dy);
        }
    }
    part[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sum[blockIdx.x] = part[0];
}

double energy(const Body *bodies, int count) {
    const int blocks = (count + 63) / 64;
    Body *device = nullptr;
    double *sums = nullptr;
    cudaMalloc(&device, count * sizeof(Body));
    cudaMallocManaged(&sums, blocks * sizeof(double));
    cudaMemcpy(device, bodies, count * sizeof(Body), cudaMemcpyHostToDevice);
    add_energy<<<blocks, 64>>>(device, count, sums);
    double total = 0.0;
    if (cudaDeviceSynchronize() != cudaSuccess) total = NAN;
    else
        for (int block = 0; block < blocks; block++) total += sums[block];
    cudaFree(sums);
    cudaFree(device);
    return total;
}
