#include <cuda_runtime.h>

template <class F> void run(F f) {
    static_assert(!__nv_is_extended_device_lambda_closure_type(F), ""); // fires
    f();
}
