// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void one(int *p) { *p = 1; }
struct Plan {
    void (*kernel)(int *) = one;
    void (*kernels[2])(int *) = {one, one};
    void go(int *p) {
        this->kernel<<<1, 1>>>(p);
        (*this->kernel)<<<1, 1>>>(p);
        this->kernels[1]<<<1, 1>>>(p);
    }
};
void go(Plan &plan, Plan *other, int *p) {
    plan.kernel<<<1, 1>>>(p);
    other->kernel<<<1, 1>>>(p);
}
