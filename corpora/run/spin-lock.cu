// One thread of each block takes a lock by compare-and-swap, changes what the lock guards without atomics, and gives it back.
// run: wave-any
#include "check.h"

struct Account {
    int lock;
    int turns;
    long long sum;
};

__global__ void pay(Account *account, int times) {
    if (threadIdx.x != 0) return;
    for (int k = 0; k < times; k++) {
        while (atomicCAS(&account->lock, 0, 1) != 0) {}
        __threadfence();
        volatile Account *a = account;
        a->turns = a->turns + 1;
        a->sum = a->sum + blockIdx.x * 10 + k;
        __threadfence();
        atomicExch(&account->lock, 0);
    }
}

int main() {
    Verdict verdict("spin-lock");
    const int grid = 24, times = 50;
    Array<Account> account(1);
    pay<<<grid, 64>>>(account.p, times);
    const Account got = account.host()[0];
    long long sum = 0;
    for (int b = 0; b < grid; b++)
        for (int k = 0; k < times; k++) sum += b * 10 + k;
    verdict.same("turns", got.turns, grid * times);
    verdict.same("sum", got.sum, sum);
    return verdict.end();
}
