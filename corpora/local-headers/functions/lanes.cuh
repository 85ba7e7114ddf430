#pragma once
#define EVERYWHERE __host__ __device__
#define ON_CHIP __device__

__device__ inline int my_place() {
    return threadIdx.x % warpSize;
}

__device__ inline unsigned long long all_votes(bool p) {
    return __ballot_sync(~0ull, p);
}

__device__ inline int count_bits(unsigned bits) {
    return __popc(bits);
}

__device__ int declared(int v);

template <typename T>
__device__ T through(T v) {
    return called_back(v);
}
