// Device functions by pointer: from a table in device memory, chosen by data, and carried to the kernel by the host.
// run: wave-any
#include "check.h"

using Binary = int (*)(int, int);

__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int product(int a, int b) { return a * b; }
__device__ int greater(int a, int b) { return a > b ? a : b; }

__device__ Binary table[] = {plus, minus, product, greater};
__device__ Binary chosen = minus;

__global__ void by_table(int *out) { out[threadIdx.x] = table[threadIdx.x % 4](threadIdx.x, 3); }

__global__ void by_argument(Binary f, int *out) { out[threadIdx.x] = f(threadIdx.x, 10); }

template <Binary f> __global__ void by_template(int *out) { out[threadIdx.x] = f(threadIdx.x, 5); }

int main() {
    Verdict verdict("function-pointers");
    Array<int> out(64);
    std::vector<int> want(64);
    by_table<<<1, 64>>>(out.p);
    for (int i = 0; i < 64; i++) want[i] = i % 4 == 0 ? i + 3 : i % 4 == 1 ? i - 3 : i % 4 == 2 ? i * 3 : i > 3 ? i : 3;
    verdict.same("table", out.host(), want);
    Binary f;
    CHECK(cudaMemcpyFromSymbol(&f, chosen, sizeof(f)));
    by_argument<<<1, 64>>>(f, out.p);
    for (int i = 0; i < 64; i++) want[i] = i - 10;
    verdict.same("argument", out.host(), want);
    by_template<product><<<1, 64>>>(out.p);
    for (int i = 0; i < 64; i++) want[i] = i * 5;
    verdict.same("template", out.host(), want);
    return verdict.end();
}
