#include <cuda_runtime.h>
#include <dlfcn.h>

void *find() {
    void *library = dlopen("libcudart.so", RTLD_NOW);
    return dlsym(library, "cudaMalloc");
}
