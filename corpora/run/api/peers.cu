// Two devices: access to each other's memory, copies between them, what belongs to which.
// run: wave-any
// devices: 2
// nvcc: none, needs two devices
#include "case.h"

#include <cuda_runtime.h>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main() {
    int count = 0, access = 9;
    NEED(cudaGetDeviceCount(&count));
    CASE("Device", "hipGetDeviceCount gives two devices where there are two", count == 2);
    GIVES("PeerToPeer", "hipDeviceCanAccessPeer succeeds", cudaDeviceCanAccessPeer(&access, 0, 1), cudaSuccess);
    CASE("PeerToPeer", "hipDeviceCanAccessPeer gives 1 where a device reaches another", access == 1);
    NEED(cudaDeviceCanAccessPeer(&access, 0, 0));
    CASE("PeerToPeer", "hipDeviceCanAccessPeer of a device and itself gives 0", access == 0);
    GIVES("PeerToPeer", "hipDeviceCanAccessPeer of a device that is none: hipErrorInvalidDevice", cudaDeviceCanAccessPeer(&access, 0, 9),
          cudaErrorInvalidDevice);
    GIVES("PeerToPeer", "hipDeviceCanAccessPeer into no variable: hipErrorInvalidValue", cudaDeviceCanAccessPeer(nullptr, 0, 1),
          cudaErrorInvalidValue);
    int *first, *second, got[32];
    NEED(cudaMalloc(&first, sizeof got));
    NEED(cudaMemset(first, 0, sizeof got));
    NEED(cudaSetDevice(1));
    NEED(cudaMalloc(&second, sizeof got));
    NEED(cudaMemset(second, 0, sizeof got));
    cudaPointerAttributes all{};
    NEED(cudaPointerGetAttributes(&all, second));
    CASE("Device", "hipSetDevice: hipMalloc gives memory of the device that was set", all.device == 1);
    NEED(cudaSetDevice(0));
    GIVES("PeerToPeer", "hipDeviceDisablePeerAccess before it was enabled: hipErrorPeerAccessNotEnabled", cudaDeviceDisablePeerAccess(1),
          cudaErrorPeerAccessNotEnabled);
    GIVES("PeerToPeer", "hipDeviceEnablePeerAccess succeeds", cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    GIVES("PeerToPeer", "hipDeviceEnablePeerAccess again: hipErrorPeerAccessAlreadyEnabled", cudaDeviceEnablePeerAccess(1, 0),
          cudaErrorPeerAccessAlreadyEnabled);
    add<<<1, 32>>>(second, 5);
    NEED(cudaDeviceSynchronize());
    NEED(cudaMemcpy(got, second, sizeof got, cudaMemcpyDeviceToHost));
    CASE("PeerToPeer", "hipDeviceEnablePeerAccess: kernels write the other device's memory", got[31] == 5);
    GIVES("PeerToPeer", "hipMemcpyPeer succeeds", cudaMemcpyPeer(first, 0, second, 1, sizeof got), cudaSuccess);
    NEED(cudaMemcpy(got, first, sizeof got, cudaMemcpyDeviceToHost));
    CASE("PeerToPeer", "hipMemcpyPeer copies from device to device", got[0] == 5 && got[31] == 5);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    add<<<1, 32, 0, stream>>>(first, 1);
    GIVES("PeerToPeer", "hipMemcpyPeerAsync succeeds", cudaMemcpyPeerAsync(second, 1, first, 0, sizeof got, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaMemcpy(got, second, sizeof got, cudaMemcpyDeviceToHost));
    CASE("PeerToPeer", "hipMemcpyPeerAsync copies in the order of its stream", got[0] == 6);
    GIVES("PeerToPeer", "hipMemcpyPeer of a device that is none: hipErrorInvalidDevice", cudaMemcpyPeer(first, 9, second, 1, 4),
          cudaErrorInvalidDevice);
    GIVES("PeerToPeer", "hipDeviceEnablePeerAccess refuses flags: hipErrorInvalidValue", cudaDeviceEnablePeerAccess(1, 1), cudaErrorInvalidValue);
    GIVES("PeerToPeer", "hipDeviceEnablePeerAccess of a device that is none: hipErrorInvalidDevice", cudaDeviceEnablePeerAccess(9, 0),
          cudaErrorInvalidDevice);
    GIVES("PeerToPeer", "hipDeviceDisablePeerAccess succeeds", cudaDeviceDisablePeerAccess(1), cudaSuccess);
    GIVES("PeerToPeer", "hipDeviceDisablePeerAccess again: hipErrorPeerAccessNotEnabled", cudaDeviceDisablePeerAccess(1),
          cudaErrorPeerAccessNotEnabled);
    int value = 9;
    GIVES("Driver", "hipDeviceGetP2PAttribute succeeds", cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1), cudaSuccess);
    CASE("Driver", "hipDeviceGetP2PAttribute tells that a device reaches another", value == 1);
    GIVES("Driver", "hipDeviceGetP2PAttribute of a device and itself: hipErrorInvalidDevice",
          cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0), cudaErrorInvalidDevice);
    GIVES("Driver", "hipDeviceGetP2PAttribute into no variable: hipErrorInvalidValue",
          cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 1), cudaErrorInvalidValue);
    // Each device has a stream, an event and variables of its own.
    cudaEvent_t done;
    NEED(cudaEventCreate(&done));
    NEED(cudaSetDevice(1));
    GIVES("Stream", "hipStreamSynchronize takes a stream of another device than the current one", cudaStreamSynchronize(stream), cudaSuccess);
    cudaStream_t of_second;
    NEED(cudaStreamCreate(&of_second));
    GIVES("Event", "hipEventRecord of an event in a stream of another device: hipErrorInvalidHandle", cudaEventRecord(done, of_second),
          cudaErrorInvalidResourceHandle);
    NEED(cudaEventRecord(done, stream));
    GIVES("Stream", "hipStreamWaitEvent takes an event of another device", cudaStreamWaitEvent(of_second, done, 0), cudaSuccess);
    add<<<1, 32, 0, of_second>>>(second, 10);
    NEED(cudaStreamSynchronize(of_second));
    NEED(cudaMemcpy(got, second, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Stream", "hipStreamWaitEvent: work goes on after another device's event", got[0] == 16);
    NEED(cudaStreamDestroy(of_second));
    NEED(cudaFree(second));
    NEED(cudaSetDevice(0));
    NEED(cudaEventDestroy(done));
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(first));
    return end_of_cases("peers");
}
