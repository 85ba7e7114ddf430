// may-change: comments and strings, PTX becomes C++ with functions of its own
#include <cuda_runtime.h>

__device__ unsigned exchanged(unsigned value, unsigned limits) {
    unsigned up, any, sum, votes, segment;
    asm volatile("shfl.sync.up.b32 %0, %1, 1, 0, 0xffffffff;" : "=r"(up) : "r"(value));
    asm volatile("shfl.sync.bfly.b32 %0, %1, 2, %2, 0xffffffff;" : "=r"(segment) : "r"(value), "r"(limits));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, !p, 0xffffffff; }" : "=r"(votes) : "r"(value));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(any) : "r"(value));
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(value));
    return up + any + sum + votes + segment;
}

// The predicate says whether there was a lane to take from.
__device__ float summed(float value, int delta) {
    asm volatile("{ .reg .f32 other; .reg .pred p; shfl.sync.up.b32 other|p, %0, %1, 0x0, -1; @p add.f32 %0, other, %0; }"
                 : "+f"(value)
                 : "r"(delta));
    return value;
}
