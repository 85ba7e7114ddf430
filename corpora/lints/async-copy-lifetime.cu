// compile: gfx90a
#include <cuda_runtime.h>
#include <cstdlib>
#include <vector>

__global__ void work(int *p);
void done(cudaStream_t stream);

void leaves_an_array(int *d, int n, cudaStream_t s) {
    int header[4] = {n, n, n, n};
    cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, s); // fires
    work<<<1, 64, 0, s>>>(d);
}

void leaves_a_vector(int *d, int n, cudaStream_t s) {
    std::vector<int> host(n);
    cudaMemcpyAsync(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, s); // fires
}

void leaves_a_result(int *d, cudaStream_t s) {
    int result;
    cudaMemcpyAsync(&result, d, sizeof(int), cudaMemcpyDeviceToHost, s); // fires
}

int returns_a_result(int *d, cudaStream_t s) {
    int result;
    cudaMemcpyAsync(&result, d, sizeof(int), cudaMemcpyDeviceToHost, s); // fires
    return result;
}

void in_each_iteration(int *d, int n, cudaStream_t s) {
    for (int i = 0; i < n; i++) {
        int offset = i * 2;
        cudaMemcpyAsync(d + i, &offset, sizeof(int), cudaMemcpyHostToDevice, s); // fires
    }
    cudaStreamSynchronize(s);
}

void frees(int *d, int n, cudaStream_t s) {
    int *host = (int *)malloc(n * sizeof(int));
    cudaMemcpyAsync(d, host, n * sizeof(int), cudaMemcpyHostToDevice, s); // fires
    free(host);
    int *more = new int[n];
    cudaMemcpyAsync(d, more, n * sizeof(int), cudaMemcpyHostToDevice, s); // fires
    delete[] more;
}

void waits(int *d, int n, cudaStream_t s, cudaEvent_t e) {
    int header[4] = {n};
    cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    std::vector<int> host(n);
    cudaMemcpyAsync(d, host.data(), n, cudaMemcpyHostToDevice, s);
    done(s);
    int *heap = (int *)malloc(n);
    cudaMemcpyAsync(heap, d, n, cudaMemcpyDeviceToHost, s);
    cudaEventSynchronize(e);
    free(heap);
}

void lives_on(int *d, int *host, int n, cudaStream_t s, std::vector<int> &kept) {
    static int header[4];
    cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(d, host, n, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(d, kept.data(), n, cudaMemcpyHostToDevice, s);
    int *pinned;
    cudaMallocHost(&pinned, n);
    cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s);
    int *other;
    cudaMalloc(&other, n);
    cudaMemcpyAsync(d, other, n, cudaMemcpyDeviceToDevice, s);
}

int main(int argc, char **argv) {
    int *d, header[4] = {argc};
    cudaMalloc(&d, sizeof(header));
    cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, 0);
    work<<<1, 64>>>(d);
}
