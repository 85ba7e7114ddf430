// CRC-32 of many messages: the register starts with all ones and is inverted at the end.
// run: wave-any
#include "support.h"

__constant__ unsigned table[256];

__global__ void crc(const unsigned char *messages, int length, unsigned *sums, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    unsigned value = 0xffffffffu;
    for (int i = 0; i < length; i++) value = table[(value ^ messages[tid * length + i]) & 0xff] ^ (value >> 8);
    sums[tid] = value ^ 0xffffffffu;
}

__global__ void adler(const unsigned char *messages, int length, unsigned *sums, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    unsigned a = 1, b = 0;
    for (int i = 0; i < length; i++) {
        a = (a + messages[tid * length + i]) % 65521;
        b = (b + a) % 65521;
    }
    sums[tid] = b << 16 | a;
}

int main() {
    unsigned host[256];
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        host[i] = c;
    }
    CUDA_CHECK(cudaMemcpyToSymbol(table, host, sizeof host));
    const int n = 33, length = 9;
    unsigned char *messages = managed<unsigned char>(n * length);
    unsigned *sums = managed<unsigned>(n), *others = managed<unsigned>(n);
    for (int i = 0; i < n; i++) std::memcpy(messages + i * length, "123456789", length);
    crc<<<1, 64>>>(messages, length, sums, n);
    adler<<<1, 64>>>(messages, length, others, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && sums[i] == 0xcbf43926u && others[i] == 0x091e01deu;
    return report("checksum", right);
}
