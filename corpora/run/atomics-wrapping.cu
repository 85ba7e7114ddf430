// atomicInc and atomicDec wrap at the bound they are given; a ring of slots is filled by them.
// run: wave-any
// targets: gpus,cpu needs hip-6.0 (these functions of HIP 5.2 name intrinsics that clang 19 has no more)
#include "check.h"

__global__ void count(unsigned *up, unsigned *down, unsigned *slots, unsigned size) {
    atomicAdd(&slots[atomicInc(up, size - 1)], 1u);
    atomicDec(down, 9);
}

__global__ void in_shared(unsigned *out) {
    __shared__ unsigned up, down;
    if (threadIdx.x == 0) up = 3, down = 100;
    __syncthreads();
    atomicInc(&up, 6);
    atomicDec(&down, 9);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = up, out[1] = down;
}

int main() {
    Verdict verdict("atomics-wrapping");
    const unsigned size = 24, n = 240;
    Array<unsigned> up(1), down(1), slots(size), out(2);
    count<<<5, n / 5>>>(up.p, down.p, slots.p, size);
    in_shared<<<1, 100>>>(out.p);
    unsigned u = 3, d = 100, d0 = 0;
    for (int i = 0; i < 100; i++) u = u >= 6 ? 0 : u + 1, d = d == 0 || d > 9 ? 9 : d - 1;
    for (unsigned i = 0; i < n; i++) d0 = d0 == 0 || d0 > 9 ? 9 : d0 - 1;
    verdict.same("slots", slots.host(), std::vector<unsigned>(size, n / size));
    verdict.same("up", up.host()[0], 0u);
    verdict.same("down", down.host()[0], d0);
    verdict.same("shared", out.host(), std::vector<unsigned>{u, d});
    return verdict.end();
}
