// Spins on a torus at no temperature: a lone island of the other sign melts, and all spins agree.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "sweep.h"

int main() {
    const int side = 48;
    std::vector<int> spins(side * side, 1);
    for (int y = 10; y < 20; y++)
        for (int x = 10; x < 20; x++) spins[y * side + x] = -1;
    int *device;
    cudaMalloc(&device, spins.size() * sizeof(int));
    cudaMemcpy(device, spins.data(), spins.size() * sizeof(int), cudaMemcpyHostToDevice);
    for (int i = 0; i < 100; i++) sweep(device, side, i % 2);
    const cudaError_t status = cudaMemcpy(spins.data(), device, spins.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    int down = 0;
    for (int spin : spins) down += spin < 0;
    const bool good = status == cudaSuccess && down == 0;
    std::printf("%s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
