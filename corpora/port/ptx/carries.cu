// compile: no, a carry that leaves its assembly is reported
// may-change: strings, a sum with its carry becomes an expression
#include <cuda_runtime.h>

__device__ void sums(unsigned a, unsigned b, unsigned c, unsigned d, unsigned *out) {
    asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;" : "=&r"(out[0]), "=r"(out[1]) : "r"(a), "r"(b), "r"(c), "r"(d));
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(out[2]) : "r"(a), "r"(b));
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(out[3]) : "r"(c), "r"(d));
}
