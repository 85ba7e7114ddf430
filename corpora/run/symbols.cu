// Variables of device code from the host: constants, arrays with offsets, addresses and sizes, asynchronous copies, statics.
// run: wave-any
#include "check.h"

struct Settings {
    float scale;
    int offset[3];
};

__constant__ Settings settings;
__constant__ int primes[5] = {2, 3, 5, 7, 11};
__device__ int counters[8] = {1, 2, 3};
static __device__ double total = 0.5;
template <typename T> __device__ T shared_by_template = 7;

__global__ void use(float *out) {
    const int i = threadIdx.x;
    out[i] = settings.scale * i + settings.offset[i % 3] + primes[i % 5];
    atomicAdd(&counters[i % 8], 1);
    if (i == 0) total += 1, shared_by_template<int> += 1;
}

int main() {
    Verdict verdict("symbols");
    const Settings host{2.5f, {10, 20, 30}};
    CHECK(cudaMemcpyToSymbol(settings, &host, sizeof(host)));
    const int others[2] = {100, 200};
    CHECK(cudaMemcpyToSymbol(primes, others, sizeof(others), 3 * sizeof(int)));
    Array<float> out(32);
    use<<<1, 32>>>(out.p);
    const int now[5] = {2, 3, 5, 100, 200};
    std::vector<float> want(32);
    for (int i = 0; i < 32; i++) want[i] = 2.5f * i + host.offset[i % 3] + now[i % 5];
    verdict.same("out", out.host(), want);

    std::vector<int> counted(8);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyFromSymbolAsync(counted.data(), counters, 8 * sizeof(int), 0, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("counters", counted, std::vector<int>{5, 6, 7, 4, 4, 4, 4, 4});
    double sum = 0;
    CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof(sum)));
    verdict.same("total", sum, 1.5);
    int seven = 0;
    CHECK(cudaMemcpyFromSymbol(&seven, shared_by_template<int>, sizeof(seven)));
    verdict.same("variable template", seven, 8);

    int *address = nullptr;
    size_t size = 0;
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&address), counters));
    CHECK(cudaGetSymbolSize(&size, counters));
    verdict.same("size", size, 8 * sizeof(int));
    CHECK(cudaMemset(address + 1, 0, sizeof(int)));
    int one = -1;
    CHECK(cudaMemcpyFromSymbol(&one, counters, sizeof(one), sizeof(int)));
    verdict.same("set through its address", one, 0);
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
