// compile: needs thrust/device_vector.h
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

void sort(thrust::device_vector<int> &keys) { thrust::sort(thrust::device, keys.begin(), keys.end()); }
