#include <cuda_runtime.h>

template <class T> struct Array {
    T *data;
    explicit Array(size_t n) { cudaMalloc(&data, n * sizeof(T)); }
    ~Array() { cudaFree(data); }
    void cudaMemset(T value) { ::cudaMemset(data, value, sizeof(T)); }
};

void go() { Array<int>(4).cudaMemset(1); }
