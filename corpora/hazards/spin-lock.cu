// Every thread takes a lock for itself, which works where threads of a warp are scheduled on their own.
// run: no
#include "support.h"

__device__ void lock(int *mutex) {
    while (atomicCAS(mutex, 0, 1) != 0) { // hazard: HIP1015
    }
    __threadfence();
}

__device__ void unlock(int *mutex) {
    __threadfence();
    atomicExch(mutex, 0);
}

__global__ void deposit(int *mutexes, double *accounts, const int *to, const double *amount, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    lock(&mutexes[to[i]]);
    accounts[to[i]] = accounts[to[i]] + amount[i];
    unlock(&mutexes[to[i]]);
}

int main() {
    const int n = 512, accounts = 10;
    int *mutexes = managed<int>(accounts), *to = managed<int>(n);
    volatile double *sums = managed<double>(accounts);
    double *amount = managed<double>(n), want[accounts] = {};
    for (int i = 0; i < n; i++) {
        to[i] = i * i % accounts;
        amount[i] = i % 4;
        want[to[i]] += amount[i];
    }
    deposit<<<2, 256>>>(mutexes, const_cast<double *>(sums), to, amount, n);
    finish();
    bool right = true;
    for (int a = 0; a < accounts; a++) right = right && sums[a] == want[a];
    return report("spin-lock", right);
}
