// cuComplex in kernels: products, quotients, magnitudes, and a Julia set.
// run: wave-any
#include "check.h"

#include <complex>
#include <cuComplex.h>

__global__ void arithmetic(const cuFloatComplex *a, const cuFloatComplex *b, cuFloatComplex *out, float *size, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const cuFloatComplex sum = cuCaddf(cuCmulf(a[i], b[i]), cuConjf(a[i]));
    out[i] = cuCsubf(cuCdivf(sum, b[i]), make_cuFloatComplex(1, 2));
    size[i] = cuCabsf(out[i]) + cuCrealf(a[i]) * cuCimagf(b[i]);
}

__global__ void julia(int *out, int n) {
    const int x = threadIdx.x, y = blockIdx.x;
    cuDoubleComplex z = make_cuDoubleComplex((x - n / 2) * 3.0 / n, (y - n / 2) * 3.0 / n);
    int turn = 0;
    while (turn < 100 && cuCreal(z) * cuCreal(z) + cuCimag(z) * cuCimag(z) < 4) z = cuCadd(cuCmul(z, z), make_cuDoubleComplex(-0.75, 0.125)), turn++;
    out[y * n + x] = turn;
}

int main() {
    Verdict verdict("complex-numbers");
    const int n = 500;
    const auto r = random_reals(4 * n);
    std::vector<cuFloatComplex> a(n), b(n);
    for (int i = 0; i < n; i++) a[i] = make_cuFloatComplex(r[4 * i], r[4 * i + 1]), b[i] = make_cuFloatComplex(r[4 * i + 2] + 0.5f, r[4 * i + 3]);
    Array<cuFloatComplex> da(a), db(b), out(n);
    Array<float> size(n);
    arithmetic<<<blocks(n, 64), 64>>>(da.p, db.p, out.p, size.p, n);
    const auto got = out.host();
    std::vector<float> flat, sizes, want;
    for (int i = 0; i < n; i++) {
        const std::complex<float> p(a[i].x, a[i].y), q(b[i].x, b[i].y), w = (p * q + std::conj(p)) / q - std::complex<float>(1, 2);
        flat.insert(flat.end(), {got[i].x, got[i].y});
        want.insert(want.end(), {w.real(), w.imag()});
        sizes.push_back(std::abs(w) + p.real() * q.imag());
    }
    verdict.same("arithmetic", flat, want, 1e-5);
    verdict.same("size", size.host(), sizes, 1e-5);

    const int side = 64;
    Array<int> turns(side * side);
    julia<<<side, side>>>(turns.p, side);
    int differ = 0;
    const auto all = turns.host();
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            std::complex<double> z((x - side / 2) * 3.0 / side, (y - side / 2) * 3.0 / side);
            int turn = 0;
            while (turn < 100 && std::norm(z) < 4) z = z * z + std::complex<double>(-0.75, 0.125), turn++;
            differ += turn != all[y * side + x];
        }
    verdict.holds("nearly all of the Julia set is the same", differ < 60);
    return verdict.end();
}
