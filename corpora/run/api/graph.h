// What the programs about graphs share: kernels, memory to see what ran, a kernel's node, a run of a graph.
#pragma once

#include <hip/hip_runtime.h>

#include "case.h"

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
__global__ void times(int *v, int by) { v[threadIdx.x] *= by; }

static void count_call(void *count) { ++*static_cast<int *>(count); }

struct Memory {
    int *p = nullptr;
    Memory() { NEED(hipMalloc(&p, 32 * sizeof(int))); clear(); }
    ~Memory() { (void)hipFree(p); }
    void clear() { NEED(hipMemset(p, 0, 32 * sizeof(int))); }
    int first() const {
        int got = 0;
        NEED(hipDeviceSynchronize());
        NEED(hipMemcpy(&got, p, sizeof got, hipMemcpyDeviceToHost));
        return got;
    }
};

static hipGraphNode_t kernel_node(hipGraph_t graph, void (*kernel)(int *, int), int *v, int by, std::vector<hipGraphNode_t> after = {}) {
    void *arguments[] = {&v, &by};
    hipKernelNodeParams launch{};
    launch.func = reinterpret_cast<void *>(kernel);
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(32);
    launch.kernelParams = arguments;
    hipGraphNode_t node = nullptr;
    NEED(hipGraphAddKernelNode(&node, graph, after.data(), after.size(), &launch));
    return node;
}

static void run(hipGraph_t graph) {
    hipGraphExec_t exec;
    NEED(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    NEED(hipGraphLaunch(exec, nullptr));
    NEED(hipDeviceSynchronize());
    NEED(hipGraphExecDestroy(exec));
}
