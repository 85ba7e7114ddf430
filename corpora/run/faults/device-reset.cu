// The device is reset while streams have work; afterwards everything can be made anew.
// run: wave-any
#include "../check.h"

__global__ void spin(unsigned *out, int rounds) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < rounds; i++) v = v * 1664525u + 1013904223u;
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__device__ int counter = 5;
__global__ void count() { atomicAdd(&counter, 1); }

int main() {
    Verdict verdict("device-reset");
    for (int turn = 0; turn < 3; turn++) {
        unsigned *out;
        cudaStream_t streams[4];
        cudaEvent_t event;
        CHECK(cudaMalloc(reinterpret_cast<void **>(&out), 4 * 64 * sizeof(unsigned)));
        CHECK(cudaEventCreate(&event));
        for (int i = 0; i < 4; i++) {
            CHECK(cudaStreamCreate(&streams[i]));
            spin<<<1, 64, 0, streams[i]>>>(out + i * 64, 200000);
        }
        CHECK(cudaEventRecord(event, streams[0]));
        count<<<1, 10>>>();
        CHECK(cudaDeviceReset());
    }
    count<<<1, 3>>>();
    int now = 0;
    CHECK(cudaMemcpyFromSymbol(&now, counter, sizeof(now)));
    verdict.same("a variable starts anew", now, 8);
    Array<unsigned> out(64);
    spin<<<1, 64>>>(out.p, 0);
    std::vector<unsigned> want(64);
    for (unsigned i = 0; i < 64; i++) want[i] = i;
    verdict.same("a launch works", out.host(), want);
    return verdict.end();
}
