// compile: gfx90a
#include <cuda_runtime.h>
#include <cstdio>
#include <thread>

struct Work { int *device; int *host; int done; };

void CUDART_CB release(void *data) {
    Work *work = static_cast<Work *>(data);
    cudaFree(work->device); // fires
    work->done = 1;
}

void CUDART_CB told(cudaStream_t stream, cudaError_t status, void *data) {
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status));
    static_cast<Work *>(data)->done = 1;
}

void CUDART_CB waits(cudaStream_t stream, cudaError_t status, void *data) {
    cudaStreamSynchronize(stream); // fires
}

void CUDART_CB starts_a_thread(void *data) {
    auto later = [data] { cudaFree(data); };
    std::thread(later).detach();
}

void by_itself(Work *work) { cudaFree(work->device); }

void f(cudaStream_t stream, Work *work) {
    cudaLaunchHostFunc(stream, release, work);
    cudaStreamAddCallback(stream, told, work, 0);
    cudaStreamAddCallback(stream, &waits, work, 0);
    cudaLaunchHostFunc(stream, [](void *data) { cudaFreeHost(data); }, work->host); // fires
    cudaLaunchHostFunc(stream, [](void *data) { static_cast<Work *>(data)->done = 1; }, work);
    cudaLaunchHostFunc(stream, starts_a_thread, work->device);
    cudaStreamSynchronize(stream);
    by_itself(work);
}
