// Blelloch's scan with padding against conflicts of the 32 banks of shared memory.
// run: wave-any
#include "support.h"

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define PADDED(n) ((n) + ((n) >> LOG_NUM_BANKS))

__global__ void exclusive_scan(const int *in, int *out, int n) {
    extern __shared__ int temp[];
    const int thid = threadIdx.x;
    int offset = 1;
    temp[PADDED(thid)] = in[thid];
    temp[PADDED(thid + n / 2)] = in[thid + n / 2];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            const int a = PADDED(offset * (2 * thid + 1) - 1), b = PADDED(offset * (2 * thid + 2) - 1);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) temp[PADDED(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            const int a = PADDED(offset * (2 * thid + 1) - 1), b = PADDED(offset * (2 * thid + 2) - 1);
            const int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    out[thid] = temp[PADDED(thid)];
    out[thid + n / 2] = temp[PADDED(thid + n / 2)];
}

int main() {
    const int n = 512;
    int *in = managed<int>(n), *out = managed<int>(n);
    for (int i = 0; i < n; i++) in[i] = i % 6;
    exclusive_scan<<<1, n / 2, (n + n / NUM_BANKS) * sizeof(int)>>>(in, out, n);
    finish();
    bool right = true;
    for (int i = 0, sum = 0; i < n; sum += in[i++]) right = right && out[i] == sum;
    return report("scan-padded", right);
}
