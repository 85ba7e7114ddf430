// printf in kernels: every kind of argument; what a kernel prints comes out when the host waits, before what the host prints then.
// run: wave-any
// stdout: block 0 thread 0: -5 7 0.250000 text c 100000000000 0x2a  3.14|00012|left  |%
// stdout: block 1 thread 0: -5 7 0.250000 text c 100000000000 0x2a  3.14|00012|left  |%
// stdout: 5 lines of the second kernel
// stdout: a null string: [] [     ]
#include "check.h"

__global__ void speak() {
    if (threadIdx.x == 0)
        printf("block %d thread %u: %d %u %f %s %c %lld 0x%x %5.2f|%05d|%-6s|%%\n", (int)blockIdx.x, (unsigned)threadIdx.x, -5, 7u, 0.25, "text", 'c',
               100000000000ll, 42, 3.14159, 12, "left");
}

__global__ void count(int *printed) {
    if (threadIdx.x < 5) atomicAdd(printed, printf("line\n") >= 0);
}

// AMD's GPUs print nothing for a null pointer, CUDA "(null)".
__global__ void without_text(const char *text) {
    if (threadIdx.x == 0) printf("a null string: [%s] [%5s]\n", text, text);
}

int main() {
    Verdict verdict("device-printf");
    speak<<<2, 64>>>();
    CHECK(cudaDeviceSynchronize());
    Array<int> printed(1);
    count<<<1, 32>>>(printed.p);
    const int lines = printed.host()[0];
    CHECK(cudaDeviceSynchronize());
    std::printf("%d lines of the second kernel\n", lines);
#ifdef __HIP_PLATFORM_AMD__
    without_text<<<1, 1>>>(nullptr);
#else
    std::printf("a null string: [] [     ]\n");
#endif
    CHECK(cudaDeviceSynchronize());
    return verdict.end();
}
