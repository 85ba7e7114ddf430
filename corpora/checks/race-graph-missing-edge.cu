// A graph has no edge from the kernel that writes to the one that reads.
#include "bug.h"

__global__ void write(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void read(const int *p, int *out) { out[threadIdx.x] = p[63 - threadIdx.x]; }

int main() {
    int *p, *out;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    void *of_write[] = {&p}, *of_read[] = {&p, &out};
    cudaKernelNodeParams params = {};
    params.gridDim = dim3(1);
    params.blockDim = dim3(64);
    params.func = (void *)write;
    params.kernelParams = of_write;
    cudaGraphNode_t first, second;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &params);
    params.func = (void *)read;
    params.kernelParams = of_read;
    cudaGraphAddKernelNode(&second, graph, BUG(nullptr, &first), BUG(0, 1), &params);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphLaunch(exec, stream); // check: race/streams
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(p);
    cudaFree(out);
}
