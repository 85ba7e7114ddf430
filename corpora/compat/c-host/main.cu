// run: wave-any
// targets: gfx90a,cpu (one target for a GPU is enough: names are what is tested)
// flags: --mode compat
//
// Kernels beside host code in C and in C++ that call the runtime.
#include <cstdio>

extern "C" int *squares(int n);
extern "C" int fetch(const int *device, int *host, int n);
int check(const int *values, int n);

__global__ void square(int *values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = i * i;
}

extern "C" int launch_square(int *values, int n) {
    square<<<(n + 63) / 64, 64>>>(values, n);
    return cudaPeekAtLastError();
}

int main() {
    const int n = 1000;
    int *device = squares(n);
    static int host[n];
    const bool right = device && fetch(device, host, n) == 0 && check(host, n) == n;
    printf("%s c-host\n", right ? "PASS" : "FAIL");
    return right ? 0 : 1;
}
