// One kernel for several types and operators, with the instances that are wanted.
#include <hip/hip_runtime.h>

struct Add {
    template <class Value>
    __device__ Value operator()(Value left, Value right) const
    {
        return left + right;
    }
};

struct Max {
    template <class Value>
    __device__ Value operator()(Value left, Value right) const
    {
        return max(left, right);
    }
};

template <class Value, class Operator, int PerThread>
__global__ void combine(const Value* left, const Value* right, Value* result, Operator apply)
{
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * PerThread;
    #pragma unroll
    for (int k = 0; k < PerThread; k++) {
        result[first + k] = apply(left[first + k], right[first + k]);
    }
}

template __global__ void combine<float, Add, 4>(const float*, const float*, float*, Add);
template __global__ void combine<int, Max, 2>(const int*, const int*, int*, Max);
template __global__ void combine<double, Max, 1>(const double*, const double*, double*, Max);
