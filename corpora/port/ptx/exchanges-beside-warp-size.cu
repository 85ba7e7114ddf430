// may-change: comments and strings, PTX becomes C++ with functions of its own
#include <cuda_runtime.h>

__global__ void counted(const int *in, int *hits) {
    unsigned votes;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(votes) : "r"(in[threadIdx.x]));
    if (threadIdx.x % warpSize == 0) atomicAdd(hits, __popc(votes));
}
