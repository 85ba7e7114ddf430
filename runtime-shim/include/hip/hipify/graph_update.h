// `cudaGraphExecUpdate` as CUDA 12 has it: what became of the update in one structure. HIP keeps the form of CUDA 11, and does not say
// at which node an edge begins that the graphs do not share: `errorFromNode` is null.
#ifndef HIPIFY_GRAPH_UPDATE_H
#define HIPIFY_GRAPH_UPDATE_H

#ifdef __cplusplus

typedef struct cudaGraphExecUpdateResultInfo_st {
    hipGraphExecUpdateResult result;
    hipGraphNode_t errorNode;
    hipGraphNode_t errorFromNode;
} cudaGraphExecUpdateResultInfo;

inline hipError_t hipGraphExecUpdate(hipGraphExec_t executable, hipGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
    if (info == nullptr) return hipErrorInvalidValue;
    info->errorNode = info->errorFromNode = nullptr;
    info->result = hipGraphExecUpdateSuccess;
    const hipError_t status = hipGraphExecUpdate(executable, graph, &info->errorNode, &info->result);
    // Refused arguments leave the result as it was.
    if (status != hipSuccess && info->result == hipGraphExecUpdateSuccess) info->result = hipGraphExecUpdateError;
    return status;
}

#endif

#endif
