#include <cuda_runtime.h>
__global__ void work(float *p);

void capture(cudaStream_t s, cudaEvent_t e, float *p, float *q) {
    cudaGraph_t graph;
    cudaMalloc(&q, 4);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    work<<<1, 1, 0, s>>>(p);
    cudaMemcpyAsync(q, p, 4, cudaMemcpyDefault, s);
    cudaEventQuery(e);            // fires
    cudaMemcpy(q, p, 4, cudaMemcpyDefault); // fires
    cudaStreamEndCapture(s, &graph);
    cudaStreamSynchronize(s);
}
