// Jacobi iterations until the greatest change is small: a maximum over float bits with an integer atomic, read back each turn.
// run: wave-any
#include "check.h"

__global__ void step(const float *a, const float *b, const float *x, float *y, int *change, int n) {
    __shared__ float greatest[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float moved = 0;
    if (i < n) {
        float sum = b[i];
        for (int j = 0; j < n; j++)
            if (j != i) sum -= a[i * n + j] * x[j];
        y[i] = sum / a[i * n + i];
        moved = fabsf(y[i] - x[i]);
    }
    greatest[threadIdx.x] = moved;
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) greatest[threadIdx.x] = fmaxf(greatest[threadIdx.x], greatest[threadIdx.x + s]);
    }
    if (threadIdx.x == 0) atomicMax(change, __float_as_int(greatest[0]));
}

int main() {
    Verdict verdict("jacobi");
    const int n = 200;
    auto a = random_reals(n * n);
    std::vector<float> want(n), b(n);
    for (int i = 0; i < n; i++) {
        a[i * n + i] += n;
        want[i] = i % 7 - 3.0f;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i] += a[i * n + j] * want[j];
    Array<float> da(a), db(b), x(n), y(n);
    Array<int> change(1);
    float *from = x.p, *to = y.p, moved = 1;
    int turns = 0;
    for (; moved > 1e-6f && turns < 100; turns++) {
        CHECK(cudaMemset(change.p, 0, sizeof(int)));
        step<<<blocks(n, 64), 64>>>(da.p, db.p, from, to, change.p, n);
        CHECK(cudaMemcpy(&moved, change.p, sizeof(float), cudaMemcpyDeviceToHost));
        std::swap(from, to);
    }
    verdict.holds("it converges", turns > 3 && turns < 100);
    verdict.same("solution", from == x.p ? x.host() : y.host(), want, 1e-4);
    return verdict.end();
}
