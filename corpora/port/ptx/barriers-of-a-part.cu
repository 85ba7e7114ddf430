// compile: no, a barrier of a part of the block has no counterpart
// may-change: strings, PTX becomes C++
#include <cuda_runtime.h>

__global__ void produces_and_consumes(float *data) {
    // All threads of the block, whichever barrier it is.
    asm volatile("bar.sync 1;");
    asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(blockDim.x * blockDim.y));
    asm volatile("barrier.sync.aligned 3;");
    int many;
    asm volatile("{ .reg .pred p; setp.gt.f32 p, %1, 0f00000000; bar.red.popc.u32 %0, 0, p; }" : "=r"(many) : "f"(data[threadIdx.x]));
    // Some of them.
    if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 128;");
    } else {
        asm volatile("bar.arrive 1, 128;");
    }
    data[threadIdx.x] = many;
}
