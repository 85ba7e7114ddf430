// cuSOLVER's refactorisation: the pattern of factors is given once, with exchanged rows and columns; values change, of one matrix and of a
// batch.
// run: wave-any
// targets: gfx942,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: -lcusolver
#include "check.h"

#include <cusolverRf.h>

#define SOLVER(call) LIBRARY(call, CUSOLVER_STATUS_SUCCESS)

using Values = std::vector<double>;
using Numbers = std::vector<int>;

constexpr int n = 15, shift = 4;

// Rows that count from zero.
struct Rows {
    Numbers starts{0}, others;
    Values values;

    template <typename Has, typename Of> Rows(Has has, Of of) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                if (has(i, j)) others.push_back(j), values.push_back(of(i, j));
            starts.push_back(static_cast<int>(others.size()));
        }
    }
    int count() const { return static_cast<int>(others.size()); }
};

// The elements that exchanged columns bring to the diagonal are large.
double element(int i, int j, int seed) { return (i + shift) % n == j ? 20 + seed + i : (7 * i + 3 * j + seed) % 9 - 4.5; }
bool has(int i, int j) { return (i + shift) % n == j || (5 * i + 3 * j) % 4 == 0; }

void solved(Verdict &verdict, const char *what, const Values &x, const Values &b, int seed) {
    Values product(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) product[i] += has(i, j) ? element(i, j, seed) * x[j] : 0;
    verdict.same(what, product, b, 1e-12);
}

int main() {
    Verdict verdict("solver-refactor");
    const auto matrix = [](int seed) { return Rows(has, [&](int i, int j) { return element(i, j, seed); }); };
    // All places of the factors; their values are those of a factorisation that is not asked for.
    const auto one = [](int i, int j) { return i == j ? 1.0 : 0.1; };
    Rows a = matrix(0), lower([](int i, int j) { return j <= i; }, one), upper([](int i, int j) { return j >= i; }, one);
    Numbers p(n), q(n);
    for (int i = 0; i < n; i++) p[i] = i, q[i] = (i + shift) % n;
    const auto b = random_reals<double>(n, 3);
    const Array<int> starts(a.starts), others(a.others), dp(p), dq(q);
    Array<double> work(2 * n), x(b);

    cusolverRfHandle_t handle;
    SOLVER(cusolverRfCreate(&handle));
    SOLVER(cusolverRfSetupHost(n, a.count(), a.starts.data(), a.others.data(), a.values.data(), lower.count(), lower.starts.data(),
                               lower.others.data(), lower.values.data(), upper.count(), upper.starts.data(), upper.others.data(),
                               upper.values.data(), p.data(), q.data(), handle));
    SOLVER(cusolverRfAnalyze(handle));
    for (const int seed : {1, 5}) {
        const Array<double> values(matrix(seed).values);
        CHECK(cudaMemcpy(x.p, b.data(), n * sizeof(double), cudaMemcpyHostToDevice));
        SOLVER(cusolverRfResetValues(n, a.count(), starts.p, others.p, values.p, dp.p, dq.p, handle));
        SOLVER(cusolverRfRefactor(handle));
        SOLVER(cusolverRfSolve(handle, dp.p, dq.p, 1, work.p, n, x.p, n));
        CHECK(cudaDeviceSynchronize());
        solved(verdict, "one matrix", x.host(), b, seed);
    }
    // L U is the matrix with exchanged columns.
    int count_l = 0, count_u = 0;
    int *starts_l, *others_l, *starts_u, *others_u;
    double *values_l, *values_u;
    SOLVER(cusolverRfExtractSplitFactorsHost(handle, &count_l, &starts_l, &others_l, &values_l, &count_u, &starts_u, &others_u, &values_u));
    Values product(n * n), wanted(n * n);
    for (int i = 0; i < n; i++) {
        for (int at = starts_l[i]; at < starts_l[i + 1]; at++)
            for (int of = starts_u[others_l[at]]; of < starts_u[others_l[at] + 1]; of++)
                product[i + others_u[of] * n] += values_l[at] * values_u[of];
        for (int j = 0; j < n; j++) wanted[i + j * n] = has(i, q[j]) ? element(i, q[j], 5) : 0;
    }
    for (int *numbers : {starts_l, others_l, starts_u, others_u}) std::free(numbers);
    for (double *reals : {values_l, values_u}) std::free(reals);
    verdict.same("L U", product, wanted, 1e-12);
    SOLVER(cusolverRfDestroy(handle));

    const int batch = 3;
    std::vector<Rows> all;
    for (int member = 0; member < batch; member++) all.push_back(matrix(member));
    std::vector<double *> on_host, on_device, sides;
    std::vector<Array<double> *> owned;
    for (auto &member : all) {
        on_host.push_back(member.values.data());
        owned.push_back(new Array<double>(member.values)), on_device.push_back(owned.back()->p);
        owned.push_back(new Array<double>(b)), sides.push_back(owned.back()->p);
    }
    const Array<double *> values(on_device), unknowns(sides);
    Array<double> room(2 * batch * n);
    SOLVER(cusolverRfCreate(&handle));
    SOLVER(cusolverRfBatchSetupHost(batch, n, a.count(), a.starts.data(), a.others.data(), on_host.data(), lower.count(),
                                    lower.starts.data(), lower.others.data(), lower.values.data(), upper.count(), upper.starts.data(),
                                    upper.others.data(), upper.values.data(), p.data(), q.data(), handle));
    SOLVER(cusolverRfBatchAnalyze(handle));
    SOLVER(cusolverRfBatchResetValues(batch, n, a.count(), starts.p, others.p, values.p, dp.p, dq.p, handle));
    SOLVER(cusolverRfBatchRefactor(handle));
    SOLVER(cusolverRfBatchSolve(handle, dp.p, dq.p, 1, room.p, n, unknowns.p, n));
    CHECK(cudaDeviceSynchronize());
    Numbers pivots(batch, 7);
    SOLVER(cusolverRfBatchZeroPivot(handle, pivots.data()));
    verdict.same("no pivot is zero", pivots, Numbers(batch, -1));
    for (int member = 0; member < batch; member++) solved(verdict, "a batch", owned[2 * member + 1]->host(), b, member);
    SOLVER(cusolverRfDestroy(handle));
    for (const auto *memory : owned) delete memory;
    return verdict.end();
}
