// A handle that is given back twice is refused the second time, and nothing else is lost.
// run: wave-any
// nvcc: none, CUDA crashes at the second destruction
#include "check.h"

__global__ void set(int *p) { p[threadIdx.x] = threadIdx.x * 3; }

int main() {
    Verdict verdict("double-destroy");
    Array<int> kept(64);
    int *memory;
    CHECK(cudaMalloc(&memory, 64));
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    std::vector<int> first, second;
    for (std::vector<int> *codes : {&first, &second}) {
        codes->push_back(cudaFree(memory) == cudaSuccess); // hipify-check: allow(memory/double-free) the second round is to free twice
        codes->push_back(cudaEventDestroy(event) == cudaSuccess);
        codes->push_back(cudaStreamDestroy(stream) == cudaSuccess);
    }
    verdict.same("first", first, std::vector<int>{1, 1, 1});
    verdict.same("second", second, std::vector<int>{0, 0, 0});
    (void)cudaGetLastError();
    set<<<1, 64>>>(kept.p);
    CHECK(cudaGetLastError());
    std::vector<int> want(64);
    for (int i = 0; i < 64; i++) want[i] = i * 3;
    verdict.same("kept", kept.host(), want);
    return verdict.end();
}
