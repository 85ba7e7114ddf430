// Threads of the host, each with a stream and a part of the work, check each other's results.
#include <omp.h>

#include <cstdio>
#include <vector>

__global__ void square(int *numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

int main() {
    const int threads = 4, each = 500;
    std::vector<int> numbers(threads * each);
    long long wrong = 0;
    int seen = 0;
#pragma omp parallel num_threads(threads) reduction(+ : seen)
    {
        const int first = omp_get_thread_num() * each;
        seen += omp_get_num_threads() == threads;
        for (int i = 0; i < each; i++) numbers[first + i] = first + i;
        cudaStream_t stream;
        int *device;
        cudaStreamCreate(&stream);
        cudaMalloc(&device, each * sizeof(int));
        cudaMemcpyAsync(device, &numbers[first], each * sizeof(int), cudaMemcpyHostToDevice, stream);
        square<<<(each + 127) / 128, 128, 0, stream>>>(device, each);
        cudaMemcpyAsync(&numbers[first], device, each * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        cudaFree(device);
        cudaStreamDestroy(stream);
    }
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < threads * each; i++) wrong += numbers[i] != i * i;
    const bool good = wrong == 0 && seen == threads;
    std::printf("%s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
