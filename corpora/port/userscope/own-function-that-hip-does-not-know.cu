#include <cuda_runtime.h>

void cudaInitialise(int device) { cudaSetDevice(device); }
static inline int cudaCheckLast() { return cudaGetLastError(); }

void go() {
    cudaInitialise(0);
    cudaCheckLast();
}

// The name of a library and an underscore make no name of that library.
struct nvml_device {
    int index;
};
int nvml_index(const struct nvml_device *of) { return of->index; }
