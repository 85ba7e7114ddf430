// Codes of 3 bytes, read byte by byte past the caches, and bits that straddle two of them.
// run: wave-any
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void unpack(const unsigned char *bytes, const unsigned short *words, unsigned int *sums, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned int kept = 0, sum = 0;
        for (int k = 0; k < 3; k++) {
            unsigned int next = __ldcs(bytes + 3 * i + k);
            sum += kept >> 1 & 0x55;
            kept = next << 1;
        }
        asm("ld.global.cs.u8 {%0}, [%1 + 2];" : "=r"(kept) : "l"(bytes + 3 * i));
        sums[i] = sum + kept + __ldcs(words + i);
    }
}

int main() {
    const int n = 1000;
    unsigned char *bytes;
    unsigned short *words;
    unsigned int *sums;
    cudaMallocManaged(&bytes, 3 * n);
    cudaMallocManaged(&words, n * sizeof(*words));
    cudaMallocManaged(&sums, n * sizeof(*sums));
    for (int i = 0; i < 3 * n; i++) bytes[i] = i * 37;
    for (int i = 0; i < n; i++) words[i] = i * 91;
    unpack<<<4, 128>>>(bytes, words, sums, n);
    int wrong = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        const unsigned char *code = bytes + 3 * i;
        wrong += sums[i] != (code[0] & 0x55u) + (code[1] & 0x55u) + code[2] + words[i];
    }
    cudaFree(bytes);
    cudaFree(words);
    cudaFree(sums);
    puts(wrong ? "FAIL" : "PASS streamed-bytes");
    return wrong != 0;
}
