// Conjugate gradients in one cooperative launch: dot products by atomics, phases parted by grid-wide barriers.
// run: wave-any
// targets: gpus,cpu but gfx1201 needs hip-6.0 (barriers of a grid of HIP 5 need global wave sync, which gfx12 lacks)
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The matrix of -u'' with an extra 1 on the diagonal, times v.
__device__ double times(const double *v, int i, int n) {
    return 3 * v[i] - (i > 0 ? v[i - 1] : 0) - (i < n - 1 ? v[i + 1] : 0);
}

__device__ void add_dot(const cg::thread_block &block, double *into, double mine) {
    __shared__ double s[128];
    s[threadIdx.x] = mine;
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        block.sync();
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) atomicAdd(into, s[0]);
    block.sync();
}

__global__ void solve(double *x, double *r, double *p, double *ap, double *dots, int n, int turns) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    const int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    double mine = 0;
    for (int i = first; i < n; i += stride) p[i] = r[i], mine += r[i] * r[i];
    add_dot(block, &dots[0], mine);
    grid.sync();
    for (int turn = 0; turn < turns; turn++) {
        double *rr = &dots[2 * turn], *pap = rr + 1, *next = rr + 2;
        mine = 0;
        for (int i = first; i < n; i += stride) ap[i] = times(p, i, n), mine += p[i] * ap[i];
        add_dot(block, pap, mine);
        grid.sync();
        const double alpha = *rr / *pap;
        mine = 0;
        for (int i = first; i < n; i += stride) x[i] += alpha * p[i], r[i] -= alpha * ap[i], mine += r[i] * r[i];
        add_dot(block, next, mine);
        grid.sync();
        const double beta = *next / *rr;
        for (int i = first; i < n; i += stride) p[i] = r[i] + beta * p[i];
        grid.sync();
    }
}

int main() {
    Verdict verdict("conjugate-gradient");
    int can = 0;
    CHECK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0));
    verdict.holds("the device takes cooperative launches", can);
    int n = 1000, turns = 30;
    std::vector<double> want(n), b(n);
    for (int i = 0; i < n; i++) want[i] = std::sin(i * 0.05);
    for (int i = 0; i < n; i++) b[i] = 3 * want[i] - (i > 0 ? want[i - 1] : 0) - (i < n - 1 ? want[i + 1] : 0);
    Array<double> x(n), r(b), p(n), ap(n), dots(2 * turns + 2);
    void *arguments[] = {&x.p, &r.p, &p.p, &ap.p, &dots.p, &n, &turns};
    CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(solve), dim3(4), dim3(128), arguments, 0, nullptr));
    verdict.same("solution", x.host(), want, 1e-9);
    return verdict.end();
}
