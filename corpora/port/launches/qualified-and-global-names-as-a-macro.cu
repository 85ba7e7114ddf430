// port-options: --launch macro
#include <cuda_runtime.h>

namespace math {
namespace detail {
template <class T> __global__ void k(T *p) { *p = 1; }
}
__global__ void one(int *p) { *p = 1; }
}
void go(int *p) {
    math::one<<<1, 1>>>(p);
    ::math::one<<<1, 1>>>(p);
    math::detail::k<float><<<1, 1>>>(reinterpret_cast<float *>(p));
}
