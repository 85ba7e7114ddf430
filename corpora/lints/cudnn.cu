#include <cudnn.h> // fires

void make(cudnnHandle_t *handle, cudnnBackendDescriptor_t *graph) {                      // fires
    cudnnBackendCreateDescriptor(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, graph);         // fires
    cudnnCreate(handle);
}
