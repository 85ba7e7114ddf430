#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__constant__ float table[4];
__global__ void k(float *p) { *p = table[0]; }

int main() {
    float *p, values[4] = {};
    if (hipMalloc(&p, 4) != hipSuccess) return 1;
    hipMemcpyToSymbol(HIP_SYMBOL(table), values, sizeof values);
    k<<<1, 1>>>(p);
    return hipDeviceSynchronize();
}
