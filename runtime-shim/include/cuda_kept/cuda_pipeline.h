// Pipelines of a thread's asynchronous copies: CUDA's functions. Its class is `cuda::pipeline`'s forerunner.
#pragma once
#pragma clang system_header
#include <cuda_pipeline_primitives.h>

namespace nvcuda {
namespace experimental {

class pipeline {
  public:
    __device__ size_t commit() { return stage++; }
    __device__ void commit_and_wait() { ++stage; }
    __device__ void wait(size_t) {}
    template <unsigned Prior> __device__ void wait_prior() {}

  private:
    size_t stage = 0;
};

template <typename T> __device__ inline void memcpy_async(T &to, const T &from, pipeline &) {
    hipify_kept::copy(&to, &from, sizeof(T));
}

}  // namespace experimental
}  // namespace nvcuda
