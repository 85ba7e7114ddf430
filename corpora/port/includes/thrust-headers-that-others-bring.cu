// compile: needs thrust/sequence.h
#include <thrust/device_vector.h>
#include <thrust/sort.h>

struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x & 1; }
};

void sorted(thrust::device_vector<int> &keys, thrust::device_vector<int> &order) {
    thrust::sequence(order.begin(), order.end());
    thrust::sort_by_key(keys.begin(), keys.end(), order.begin());
    thrust::copy_n(order.begin(), 1, keys.begin());
    thrust::copy_if(keys.begin(), keys.end(), order.begin(), IsOdd());
}
