// cuSOLVER's refactorisation: the pattern of factors is given once, with exchanged rows and columns; values change. Ones on either
// factor's diagonal, stored or not, and pivots that are zero.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: -lcusolver
#include "refactor.h"

const Numbers p = rotated(0), q = rotated(shift);

// What a handle says of its factors, as dense matrices without the ones that are not stored.
struct Factors {
    int count_l = 0, count_u = 0;
    Values l, u;

    explicit Factors(cusolverRfHandle_t handle) {
        int *starts_l, *others_l, *starts_u, *others_u;
        double *values_l, *values_u;
        SOLVER(cusolverRfExtractSplitFactorsHost(handle, &count_l, &starts_l, &others_l, &values_l, &count_u, &starts_u, &others_u,
                                                 &values_u));
        l = dense(starts_l, others_l, values_l), u = dense(starts_u, others_u, values_u);
        for (int *numbers : {starts_l, others_l, starts_u, others_u}) std::free(numbers);
        for (double *reals : {values_l, values_u}) std::free(reals);
    }

    static Values dense(const int *starts, const int *others, const double *values) {
        Values made(n * n);
        for (int i = 0; i < n; i++)
            for (int at = starts[i]; at < starts[i + 1]; at++) made[i + others[at] * n] = values[at];
        return made;
    }
};

struct System {
    Rows a = matrix(0);
    const Array<int> starts{a.starts}, others{a.others}, dp{p}, dq{q};
    const Values b = random_reals<double>(n, 3);
    Array<double> work{2 * n}, x{b};
    cusolverRfHandle_t handle;

    explicit System(cusolverRfUnitDiagonal_t unit) {
        SOLVER(cusolverRfCreate(&handle));
        if (unit != CUSOLVERRF_UNIT_DIAGONAL_STORED_L) SOLVER(cusolverRfSetMatrixFormat(handle, CUSOLVERRF_MATRIX_FORMAT_CSR, unit));
        Rows lower = places(true, unit != CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
        Rows upper = places(false, unit != CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U);
        Numbers rows = p, columns = q;
        SOLVER(cusolverRfSetupHost(n, a.count(), a.starts.data(), a.others.data(), a.values.data(), lower.count(), lower.starts.data(),
                                   lower.others.data(), lower.values.data(), upper.count(), upper.starts.data(), upper.others.data(),
                                   upper.values.data(), rows.data(), columns.data(), handle));
        CHECK(cudaDeviceSynchronize());
        SOLVER(cusolverRfAnalyze(handle));
        CHECK(cudaDeviceSynchronize());
    }
    ~System() { SOLVER(cusolverRfDestroy(handle)); }

    void reset(const Values &elements) {
        const Array<double> values(elements);
        SOLVER(cusolverRfResetValues(n, a.count(), starts.p, others.p, values.p, dp.p, dq.p, handle));
        CHECK(cudaDeviceSynchronize());
    }
    Values solve() {
        CHECK(cudaMemcpy(x.p, b.data(), n * sizeof(double), cudaMemcpyHostToDevice));
        SOLVER(cusolverRfSolve(handle, dp.p, dq.p, 1, work.p, n, x.p, n));
        CHECK(cudaDeviceSynchronize());
        return x.host();
    }
};

// L U is the matrix with exchanged columns.
void one_matrix(Verdict &verdict, const char *what, cusolverRfUnitDiagonal_t unit) {
    System system(unit);
    for (const int seed : {1, 5}) {
        system.reset(matrix(seed).values);
        SOLVER(cusolverRfRefactor(system.handle));
        solved(verdict, what, system.solve(), system.b, seed);
    }
    const bool in_lower = unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L;
    const bool stored = unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
    Factors found(system.handle);
    verdict.same(what, found.count_l + found.count_u, n * n + (stored ? n : 0));
    Values &ones = in_lower ? found.l : found.u;
    for (int i = 0; i < n; i++) {
        verdict.same(what, ones[i + i * n], stored ? 1.0 : 0.0);
        ones[i + i * n] = 1;
    }
    Values product(n * n), wanted(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) product[i + j * n] += found.l[i + k * n] * found.u[k + j * n];
            wanted[i + j * n] = has(i, q[j]) ? element(i, q[j], 5) : 0;
        }
    verdict.same(what, product, wanted, 1e-11);
}

// The first pivot is zero: that is said, or another value takes its place.
void zero_pivot(Verdict &verdict) {
    System system(CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
    Values values = matrix(1).values;
    for (int at = system.a.starts[p[0]]; at < system.a.starts[p[0] + 1]; at++)
        if (system.a.others[at] == q[0]) values[at] = 0;
    system.reset(values);
    std::fprintf(stderr, "line %d: cusolverRfRefactor, of a pivot that is zero\n", __LINE__);
    verdict.same("a pivot is zero", static_cast<int>(cusolverRfRefactor(system.handle)), static_cast<int>(CUSOLVER_STATUS_ZERO_PIVOT));
    SOLVER(cusolverRfSetNumericProperties(system.handle, 1e-12, 1e-3));
    system.reset(values);
    SOLVER(cusolverRfRefactor(system.handle));
    cusolverRfNumericBoostReport_t report = CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    SOLVER(cusolverRfGetNumericBoostReport(system.handle, &report));
    verdict.same("a pivot was replaced", static_cast<int>(report), static_cast<int>(CUSOLVERRF_NUMERIC_BOOST_USED));
    verdict.same("the pivot in its place", Factors(system.handle).u[0], 1e-3);
    system.reset(matrix(1).values);
    SOLVER(cusolverRfRefactor(system.handle));
    SOLVER(cusolverRfGetNumericBoostReport(system.handle, &report));
    verdict.same("no pivot was replaced", static_cast<int>(report), static_cast<int>(CUSOLVERRF_NUMERIC_BOOST_NOT_USED));
    solved(verdict, "regular again", system.solve(), system.b, 1);
}

int main() {
    Verdict verdict("solver-refactor");
    one_matrix(verdict, "ones in L", CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
    one_matrix(verdict, "ones assumed in L", CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
    one_matrix(verdict, "ones in U", CUSOLVERRF_UNIT_DIAGONAL_STORED_U);
    one_matrix(verdict, "ones assumed in U", CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U);
    zero_pivot(verdict);
    return verdict.end();
}
