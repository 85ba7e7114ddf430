#include <cuda_runtime.h>

struct cudaGraphicsResource;
struct cudaGraphicsResource *shared = nullptr;
struct cudaDeviceProp device;
enum cudaMemcpyKind direction = cudaMemcpyHostToDevice;

void map(struct cudaGraphicsResource **all, const struct cudaExternalMemoryHandleDesc *handle);
