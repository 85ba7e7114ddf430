#include <cuda_runtime.h>
#include <utility>

int go(std::pair<void *, int> *all, int count) {
    int sum = 0;
    for (const auto &[cudaMalloc, cudaFree] : {std::pair<int, int>{1, 2}}) sum += cudaMalloc + cudaFree;
    for (int i = 0; i < count; i++) {
        auto &[cudaMallocHost, size] = all[i];
        sum += size + cudaFree(cudaMallocHost);
    }
    return sum;
}
