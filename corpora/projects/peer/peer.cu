// Splits a sum over all devices, lets neighbours exchange their parts, and checks the whole.

#include "ranges.hpp"

#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define GPU(call)                                                                            \
    do {                                                                                     \
        const cudaError_t e = (call);                                                        \
        if (e != cudaSuccess && e != cudaErrorPeerAccessAlreadyEnabled) {                    \
            std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));            \
            return 1;                                                                        \
        }                                                                                    \
    } while (0)

__global__ void add(int *to, const int *from, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) to[i] += from[i];
}

__global__ void fill(int *to, int first, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) to[i] = first + i;
}

int main() {
    int devices = 0;
    GPU(cudaGetDeviceCount(&devices));
    // One device plays all parts where there is only one.
    const int parts = devices > 1 ? devices : 3, count = 1 << 16;
    const auto device_of = [=](int part) { return part % devices; };

    for (int a = 0; a < devices; a++)
        for (int b = 0; b < devices; b++) {
            int can = 0;
            if (a == b) continue;
            GPU(cudaDeviceCanAccessPeer(&can, a, b));
            GPU(cudaSetDevice(a));
            if (can) GPU(cudaDeviceEnablePeerAccess(b, 0));
        }

    std::vector<int *> own(parts), received(parts);
    std::vector<cudaStream_t> streams(parts);
    std::vector<cudaEvent_t> filled(parts);
    for (int part = 0; part < parts; part++) {
        Range range("fill");
        GPU(cudaSetDevice(device_of(part)));
        GPU(cudaMalloc(&own[part], count * sizeof(int)));
        GPU(cudaMalloc(&received[part], count * sizeof(int)));
        GPU(cudaStreamCreateWithFlags(&streams[part], cudaStreamNonBlocking));
        GPU(cudaEventCreateWithFlags(&filled[part], cudaEventDisableTiming));
        fill<<<64, 256, 0, streams[part]>>>(own[part], part * count, count);
        GPU(cudaEventRecord(filled[part], streams[part]));
    }
    for (int part = 0; part < parts; part++) {
        Range range("exchange");
        const int neighbour = (part + 1) % parts;
        GPU(cudaSetDevice(device_of(part)));
        GPU(cudaStreamWaitEvent(streams[part], filled[neighbour], 0));
        GPU(cudaMemcpyPeerAsync(received[part], device_of(part), own[neighbour], device_of(neighbour), count * sizeof(int),
                                streams[part]));
    }
    for (int part = 0; part < parts; part++) {
        GPU(cudaSetDevice(device_of(part)));
        GPU(cudaDeviceSynchronize());
    }
    int wrong = 0;
    for (int part = 0; part < parts; part++) {
        GPU(cudaSetDevice(device_of(part)));
        add<<<64, 256, 0, streams[part]>>>(own[part], received[part], count);
        std::vector<int> host(count);
        GPU(cudaMemcpyAsync(host.data(), own[part], count * sizeof(int), cudaMemcpyDeviceToHost, streams[part]));
        GPU(cudaStreamSynchronize(streams[part]));
        for (int i = 0; i < count; i++) wrong += host[i] != (part + (part + 1) % parts) * count + 2 * i;

        cudaPointerAttributes attributes;
        GPU(cudaPointerGetAttributes(&attributes, own[part]));
        wrong += attributes.type != cudaMemoryTypeDevice || attributes.device != device_of(part);
    }
    for (int part = 0; part < parts; part++) {
        GPU(cudaSetDevice(device_of(part)));
        GPU(cudaStreamDestroy(streams[part]));
        GPU(cudaEventDestroy(filled[part]));
        GPU(cudaFree(own[part]));
        GPU(cudaFree(received[part]));
    }
    std::printf("peer: %d devices: %s\n", devices, wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
