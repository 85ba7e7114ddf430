// OpenMP threads on the host, each with a stream of its own, launching at once.
// run: wave-any
// flags: -fopenmp
// nvcc: -Xcompiler -fopenmp
#include "check.h"

#include <omp.h>

__global__ void accumulate(int *v, int n, int by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += by * i;
}

int main() {
    Verdict verdict("openmp-host");
    const int threads = 4, n = 1000, turns = 20;
    std::vector<std::vector<int>> results(threads);
#pragma omp parallel for num_threads(threads)
    for (int t = 0; t < threads; t++) {
        cudaStream_t stream;
        CHECK(cudaStreamCreate(&stream));
        Array<int> v(n);
        CHECK(cudaDeviceSynchronize());
        for (int k = 0; k < turns; k++) accumulate<<<blocks(n, 128), 128, 0, stream>>>(v.p, n, t + k);
        CHECK(cudaStreamSynchronize(stream));
        results[t] = v.host();
        CHECK(cudaStreamDestroy(stream));
    }
    for (int t = 0; t < threads; t++) {
        std::vector<int> want(n);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < turns; k++) want[i] += (t + k) * i;
        verdict.same("sums", results[t], want);
    }
    return verdict.end();
}
