// Ten thousand streams at once, each with work.
// run: wave-any
#include "../check.h"

__global__ void add(int *v, int by) { atomicAdd(v, by); }

int main() {
    Verdict verdict("many-streams");
    const int n = 10000;
    std::vector<cudaStream_t> streams(n);
    Array<int> v(n);
    // These streams do not wait for the null stream, in which the array is set to zero.
    CHECK(cudaDeviceSynchronize());
    for (auto &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int turn = 0; turn < 3; turn++)
        for (int i = 0; i < n; i++) add<<<1, 2, 0, streams[i]>>>(v.p + i, i);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> want(n);
    for (int i = 0; i < n; i++) want[i] = 6 * i;
    verdict.same("sums", v.host(), want);
    for (auto stream : streams) CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
