// compile: needs hipcub
#include <cub/cub.cuh>

template <class T> __global__ void sum(T *p) {
    typedef ::cub::BlockReduce<T, 128> Reduce;
    using Scan = typename ::cub::BlockScan<T, 128>;
    __shared__ typename Reduce::TempStorage storage;
    p[0] = Reduce(storage).Sum(p[threadIdx.x]);
}
