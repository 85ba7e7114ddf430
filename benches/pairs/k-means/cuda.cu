#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256;

__constant__ float centre[CLUSTERS * FEATURES];

// A thread finds the nearest centre of its point and adds the point to its block's sums.
__global__ void assign(const float *features, int points, int *cluster, float *sums, int *counts) {
    __shared__ float sum[CLUSTERS * FEATURES];
    __shared__ int count[CLUSTERS];
    for (int k = threadIdx.x; k < CLUSTERS * FEATURES; k += blockDim.x) sum[k] = 0;
    if (threadIdx.x < CLUSTERS) count[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points) {
        float point[FEATURES];
        for (int f = 0; f < FEATURES; f++) point[f] = features[f * points + i];
        int nearest = 0;
        float least = 3.4e38f;
        for (int c = 0; c < CLUSTERS; c++) {
            float distance = 0;
            for (int f = 0; f < FEATURES; f++) {
                const float d = point[f] - centre[c * FEATURES + f];
                distance += d * d;
            }
            if (distance < least) least = distance, nearest = c;
        }
        cluster[i] = nearest;
        for (int f = 0; f < FEATURES; f++) atomicAdd(&sum[nearest * FEATURES + f], point[f]);
        atomicAdd(&count[nearest], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < CLUSTERS * FEATURES; k += blockDim.x) atomicAdd(&sums[k], sum[k]);
    if (threadIdx.x < CLUSTERS) atomicAdd(&counts[threadIdx.x], count[threadIdx.x]);
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> features(problem.features.size()), sums(CLUSTERS * FEATURES);
    DeviceArray<int> cluster(problem.points), counts(CLUSTERS);
    std::vector<float> centres, total(CLUSTERS * FEATURES);
    std::vector<int> result(problem.points), sizes(CLUSTERS);
    measure(
        "k-means",
        [&] {
            centres = problem.centres;
            features.upload(problem.features);
            for (int round = 0; round < problem.rounds; round++) {
                CHECK(cudaMemcpyToSymbol(centre, centres.data(), centres.size() * sizeof(float)));
                sums.clear();
                counts.clear();
                assign<<<blocks(problem.points, THREADS), THREADS>>>(features.data(), problem.points, cluster.data(), sums.data(), counts.data());
                CHECK(cudaGetLastError());
                sums.download(total);
                counts.download(sizes);
                move(centres, total, sizes);
            }
            cluster.download(result);
        },
        [&] { return weighted(result) + weighted(centres); });
}
