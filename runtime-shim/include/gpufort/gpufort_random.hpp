// Random numbers of device code: what CUDA Fortran's module curand_device has, on HIP's generators.
#pragma once

#include <hiprand/hiprand_kernel.h>
#include "gpufort.hpp"

namespace gpufort {

// A generator's state in memory of a size that Fortran knows, whatever the library's own is: the module `gpufort` has types of
// these sizes. The state is copied out, since the library may ask for more alignment than Fortran gives.
template <class State, int Bytes> struct alignas(8) random_state {
  char bytes[Bytes];

  template <class Draw> __device__ auto with(Draw draw) {
    static_assert(sizeof(State) <= Bytes, "the state of this library's generator is larger than Fortran's type");
    State own;
    __builtin_memcpy(static_cast<void *>(&own), bytes, sizeof(State));
    const auto drawn = draw(&own);
    __builtin_memcpy(bytes, static_cast<const void *>(&own), sizeof(State));
    return drawn;
  }
};

using random_xorwow = random_state<hiprandStateXORWOW_t, 64>;
using random_mrg32k3a = random_state<hiprandStateMRG32k3a_t, 80>;
using random_philox4_32_10 = random_state<hiprandStatePhilox4_32_10_t, 96>;

template <class State, int Bytes>
__device__ void curand_init(int64_t seed, int64_t sequence, int64_t offset, random_state<State, Bytes> &state) {
  state.with([&](State *own) {
    hiprand_init(static_cast<unsigned long long>(seed), static_cast<unsigned long long>(sequence),
                 static_cast<unsigned long long>(offset), own);
    return 0;
  });
}

template <class State, int Bytes> __device__ int curand(random_state<State, Bytes> &state) {
  return static_cast<int>(state.with([](State *own) { return hiprand(own); }));
}
template <class State, int Bytes> __device__ float curand_uniform(random_state<State, Bytes> &state) {
  return state.with([](State *own) { return hiprand_uniform(own); });
}
template <class State, int Bytes> __device__ double curand_uniform_double(random_state<State, Bytes> &state) {
  return state.with([](State *own) { return hiprand_uniform_double(own); });
}
template <class State, int Bytes> __device__ float curand_normal(random_state<State, Bytes> &state) {
  return state.with([](State *own) { return hiprand_normal(own); });
}
template <class State, int Bytes> __device__ double curand_normal_double(random_state<State, Bytes> &state) {
  return state.with([](State *own) { return hiprand_normal_double(own); });
}
template <class State, int Bytes>
__device__ float curand_log_normal(random_state<State, Bytes> &state, float mean, float deviation) {
  return state.with([&](State *own) { return hiprand_log_normal(own, mean, deviation); });
}
template <class State, int Bytes>
__device__ double curand_log_normal_double(random_state<State, Bytes> &state, double mean, double deviation) {
  return state.with([&](State *own) { return hiprand_log_normal_double(own, mean, deviation); });
}

} // namespace gpufort
