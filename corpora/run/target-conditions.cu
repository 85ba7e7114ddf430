// Code of the host and of the device by libcu++'s macros of targets.
// run: wave-any
#include "check.h"

#include <nv/target>

__host__ __device__ int where() {
    NV_IF_TARGET(NV_IS_HOST, (int pair[2] = {1, 2}; return pair[0] + 10 * pair[1];))
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return 2;), (return 3;))
}

__host__ __device__ int which() {
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_60, (return 60;), NV_IS_DEVICE, (return 1;), NV_IS_HOST, (return 2;))
}

__host__ __device__ int any() {
    int n = 0;
    NV_IF_TARGET(NV_ANY_TARGET, (n += 1;), (n += 10;))
    NV_IF_TARGET(NV_NO_TARGET, (n += 100;), (NV_IF_TARGET(NV_PROVIDES_SM_35, (n += 1000;), (n += 2000;))))
    return n;
}

__global__ void kernel(int *out) { out[0] = where(), out[1] = which(), out[2] = any(); }

int main() {
    Verdict verdict("target-conditions");
    Array<int> out(3);
    kernel<<<1, 1>>>(out.p);
    verdict.same("device", out.host(), std::vector<int>{2, 60, 1001});
    verdict.same("host", std::vector<int>{where(), which(), any()}, std::vector<int>{21, 2, 2001});
    return verdict.end();
}
