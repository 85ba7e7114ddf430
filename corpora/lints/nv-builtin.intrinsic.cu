#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void kernel(unsigned *p, __nv_bfloat16 *b) {
    p[0] = __nvvm_read_ptx_sreg_tid_x(); // fires
    p[1] = threadIdx.x;
    b[0] = __nv_bfloat16(1.0f);
}
