// Peer access and copies between devices; with one device the same calls on it.
// run: wave-any
#include "check.h"

__global__ void add(int *v, int n, int by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += by;
}

int main() {
    Verdict verdict("peer-access");
    int devices = 0, can = -1;
    CHECK(cudaGetDeviceCount(&devices));
    const int other = devices - 1, n = 1000;
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
    verdict.same("a device is not its own peer", can, 0);
    CHECK(cudaSetDevice(0));
    if (other) {
        CHECK(cudaDeviceCanAccessPeer(&can, 0, other));
        if (can) CHECK(cudaDeviceEnablePeerAccess(other, 0));
    }
    std::vector<int> host(n, 1);
    Array<int> here(host);
    CHECK(cudaSetDevice(other));
    Array<int> there(n);
    CHECK(cudaMemcpyPeer(there.p, other, here.p, 0, n * sizeof(int)));
    add<<<blocks(n, 128), 128>>>(there.p, n, 41);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyPeerAsync(here.p, 0, there.p, other, n * sizeof(int), stream));
    add<<<blocks(n, 128), 128, 0, stream>>>(here.p, n, 100);
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("there and back", here.host(), std::vector<int>(n, 142));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
