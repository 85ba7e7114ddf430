// LU decomposition in place, without pivoting: one launch for the column and one for the rest, each step.
// run: wave-any
#include "check.h"

#include <algorithm>

__global__ void divide(double *a, int n, int k) {
    const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * n + k] /= a[k * n + k];
}

__global__ void update(double *a, int n, int k) {
    const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

int main() {
    Verdict verdict("lu");
    const int n = 61;
    auto a = random_reals<double>(n * n);
    for (int i = 0; i < n; i++) a[i * n + i] += n;
    Array<double> device(a);
    for (int k = 0; k < n - 1; k++) {
        divide<<<blocks(n - k - 1, 32), 32>>>(device.p, n, k);
        update<<<dim3(blocks(n - k - 1, 16), blocks(n - k - 1, 16)), dim3(16, 16)>>>(device.p, n, k);
    }
    const auto lu = device.host();
    std::vector<double> product(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k <= std::min(i, j); k++) product[i * n + j] += (k == i ? 1.0 : lu[i * n + k]) * lu[k * n + j];
    verdict.same("L times U", product, a, 1e-12);
    return verdict.end();
}
