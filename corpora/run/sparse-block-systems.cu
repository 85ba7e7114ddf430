// cuSPARSE's triangular systems and incomplete factorisations of matrices of blocks, products with some of their rows, and batches of
// tridiagonal and pentadiagonal systems that lie element by element beside each other.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "sparse.h"

cusparseHandle_t handle;

constexpr int rows = 5, size = 3, n = rows * size;

// Blocks of a symmetric matrix, which lacks those two beside the diagonal.
struct Blocks {
    Numbers starts, others;
    Values values, dense;
    cusparseDirection_t direction;
    int base;

    static bool has(int i, int j) { return std::abs(i - j) != 2; }
    static double element(int i, int j) {
        const int low = std::min(i, j), high = std::max(i, j);
        return i == j ? 20 + i : has(i / size, j / size) ? (3 * low + 5 * high) % 7 - 3.0 : 0;
    }
    Blocks(cusparseDirection_t order, int first) : starts{first}, dense(n * n), direction(order), base(first) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) dense[i + j * n] = element(i, j);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < rows; column++) {
                if (!has(row, column)) continue;
                others.push_back(column + base);
                for (int k = 0; k < size * size; k++) {
                    const int i = order == CUSPARSE_DIRECTION_ROW ? k / size : k % size, j = order == CUSPARSE_DIRECTION_ROW ? k % size : k / size;
                    values.push_back(element(row * size + i, column * size + j));
                }
            }
            starts.push_back(static_cast<int>(others.size()) + base);
        }
    }
    int count() const { return static_cast<int>(others.size()); }
    // Values of blocks, column after column.
    Values whole(const Values &of) const {
        Values all(n * n);
        for (int row = 0; row < rows; row++)
            for (int at = starts[row] - base; at < starts[row + 1] - base; at++)
                for (int k = 0; k < size * size; k++) {
                    const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
                    const int i = row * size + (by_rows ? k / size : k % size), j = (others[at] - base) * size + (by_rows ? k % size : k / size);
                    all[i + j * n] = of[at * size * size + k];
                }
        return all;
    }
};

void systems(Verdict &verdict, const Blocks &a, cusparseFillMode_t fill, cusparseDiagType_t diagonal, cusparseOperation_t op) {
    Array<int> starts(a.starts), others(a.others);
    Array<double> values(a.values);
    const Properties of(a.base);
    SPARSE(cusparseSetMatFillMode(of.descriptor, fill));
    SPARSE(cusparseSetMatDiagType(of.descriptor, diagonal));
    const auto f = random_reals<double>(n * 2, 3);
    Array<double> df(f), dx(n * 2);
    const double alpha = 1.5;
    const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    bsrsv2Info_t info;
    SPARSE(cusparseCreateBsrsv2Info(&info));
    int bytes = 0, position = -1;
    SPARSE(cusparseDbsrsv2_bufferSize(handle, a.direction, op, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                      &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDbsrsv2_analysis(handle, a.direction, op, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                    policy, buffer.p));
    SPARSE(cusparseDbsrsv2_solve(handle, a.direction, op, rows, a.count(), &alpha, of.descriptor, values.p, starts.p, others.p, size, info,
                                 df.p, dx.p, policy, buffer.p));
    SPARSE(cusparseXbsrsv2_zeroPivot(handle, info, &position));
    verdict.same("no pivot is zero", position, -1);
    SPARSE(cusparseDestroyBsrsv2Info(info));

    const auto inside = [&](int i, int j) {
        if (i == j) return diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1.0 : a.dense[i + j * n];
        return (j > i) == (fill == CUSPARSE_FILL_MODE_UPPER) ? a.dense[i + j * n] : 0.0;
    };
    const auto product = [&](const Values &x, int column) {
        Values all(n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                all[i] += (op == CUSPARSE_OPERATION_NON_TRANSPOSE ? inside(i, j) : inside(j, i)) * x[j + column * n];
        return all;
    };
    const auto scaled = [&](int column) {
        Values all(f.begin() + column * n, f.begin() + (column + 1) * n);
        for (double &value : all) value *= alpha;
        return all;
    };
    // Unknowns of a triangle with ones on its diagonal are large.
    const double tolerance = diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1e-3 : 1e-11;
    verdict.same("bsrsv2", product(dx.host(), 0), scaled(0), tolerance);
    if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) return;

    bsrsm2Info_t infos;
    SPARSE(cusparseCreateBsrsm2Info(&infos));
    SPARSE(cusparseDbsrsm2_bufferSize(handle, a.direction, op, op, rows, 2, a.count(), of.descriptor, values.p, starts.p, others.p, size,
                                      infos, &bytes));
    Array<char> larger(bytes);
    Array<double> dy(n * 2);
    SPARSE(cusparseDbsrsm2_analysis(handle, a.direction, op, op, rows, 2, a.count(), of.descriptor, values.p, starts.p, others.p, size,
                                    infos, policy, larger.p));
    SPARSE(cusparseDbsrsm2_solve(handle, a.direction, op, op, rows, 2, a.count(), &alpha, of.descriptor, values.p, starts.p, others.p, size,
                                 infos, df.p, n, dy.p, n, policy, larger.p));
    SPARSE(cusparseDestroyBsrsm2Info(infos));
    for (int column = 0; column < 2; column++) verdict.same("bsrsm2", product(dy.host(), column), scaled(column), tolerance);
}

void factors(Verdict &verdict, const Blocks &a) {
    Array<int> starts(a.starts), others(a.others);
    const Properties of(a.base);
    const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    int bytes = 0, position = 0;
    {
        Array<double> values(a.values);
        bsrilu02Info_t info;
        SPARSE(cusparseCreateBsrilu02Info(&info));
        SPARSE(cusparseDbsrilu02_bufferSize(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                            &bytes));
        Array<char> buffer(bytes);
        SPARSE(cusparseDbsrilu02_analysis(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                          policy, buffer.p));
        SPARSE(cusparseDbsrilu02(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info, policy,
                                 buffer.p));
        SPARSE(cusparseXbsrilu02_zeroPivot(handle, info, &position));
        verdict.same("no pivot of bsrilu02 is zero", position, -1);
        SPARSE(cusparseDestroyBsrilu02Info(info));
        const Values found = a.whole(values.host());
        Values product;
        Values wanted;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (!Blocks::has(i / size, j / size)) continue;
                double sum = 0;
                for (int k = 0; k <= std::min(i, j); k++) sum += (k == i ? 1 : found[i + k * n]) * found[k + j * n];
                product.push_back(sum), wanted.push_back(a.dense[i + j * n]);
            }
        verdict.same("bsrilu02", product, wanted, 1e-12);
    }
    {
        Array<double> values(a.values);
        bsric02Info_t info;
        SPARSE(cusparseCreateBsric02Info(&info));
        SPARSE(cusparseDbsric02_bufferSize(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                           &bytes));
        Array<char> buffer(bytes);
        SPARSE(cusparseDbsric02_analysis(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info,
                                         policy, buffer.p));
        SPARSE(cusparseDbsric02(handle, a.direction, rows, a.count(), of.descriptor, values.p, starts.p, others.p, size, info, policy,
                                buffer.p));
        SPARSE(cusparseXbsric02_zeroPivot(handle, info, &position));
        verdict.same("no pivot of bsric02 is zero", position, -1);
        SPARSE(cusparseDestroyBsric02Info(info));
        const Values found = a.whole(values.host());
        Values product, wanted;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                if (!Blocks::has(i / size, j / size)) continue;
                double sum = 0;
                for (int k = 0; k <= j; k++) sum += found[i + k * n] * found[j + k * n];
                product.push_back(sum), wanted.push_back(a.dense[i + j * n]);
            }
        verdict.same("bsric02", product, wanted, 1e-12);
    }
}

// The pivot of the second row of blocks is zero, which no elimination has changed.
void zero_pivot(Verdict &verdict, int base) {
    const Numbers starts{base, base + 1, base + 2}, others{base, base + 1};
    const Values values{1, 0, 0, 1, 0, 0, 0, 1};
    Array<int> ds(starts), dc(others);
    Array<double> dv(values);
    const Properties of(base);
    bsrilu02Info_t info;
    SPARSE(cusparseCreateBsrilu02Info(&info));
    int bytes = 0, position = -1;
    SPARSE(cusparseDbsrilu02_bufferSize(handle, CUSPARSE_DIRECTION_ROW, 2, 2, of.descriptor, dv.p, ds.p, dc.p, 2, info, &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDbsrilu02_analysis(handle, CUSPARSE_DIRECTION_ROW, 2, 2, of.descriptor, dv.p, ds.p, dc.p, 2, info,
                                      CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    SPARSE(cusparseDbsrilu02(handle, CUSPARSE_DIRECTION_ROW, 2, 2, of.descriptor, dv.p, ds.p, dc.p, 2, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                             buffer.p));
    verdict.same("a zero pivot is reported", static_cast<int>(cusparseXbsrilu02_zeroPivot(handle, info, &position)),
                 static_cast<int>(CUSPARSE_STATUS_ZERO_PIVOT));
    verdict.same("its row of blocks", position, base + 1);
    SPARSE(cusparseDestroyBsrilu02Info(info));
}

void masked(Verdict &verdict, const Blocks &a) {
    // The last block of each row is left out.
    Numbers ends, mask{a.base + 3, a.base};
    for (int row = 0; row < rows; row++) ends.push_back(a.starts[row + 1] - 1);
    Array<int> starts(a.starts), others(a.others), to(ends), which(mask);
    Array<double> values(a.values);
    const Properties of(a.base);
    const auto x = random_reals<double>(n, 3), y = random_reals<double>(n, 5);
    Array<double> dx(x), dy(y);
    const double alpha = 2, beta = -1;
    SPARSE(cusparseDbsrxmv(handle, a.direction, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, rows, rows, a.count(), &alpha, of.descriptor, values.p,
                           which.p, starts.p, to.p, others.p, size, dx.p, &beta, dy.p));
    Values wanted(y);
    for (const int row : {3, 0})
        for (int i = row * size; i < (row + 1) * size; i++) {
            wanted[i] *= beta;
            const int last = a.others[ends[row] - a.base] - a.base;
            for (int j = 0; j < n; j++) wanted[i] += j / size == last ? 0 : alpha * a.dense[i + j * n] * x[j];
        }
    verdict.same("bsrxmv", dy.host(), wanted, 1e-13);
}

void batches(Verdict &verdict, int reach, int algorithm) {
    const int length = 12, count = 5;
    std::vector<Values> diagonals;
    for (int by = 0; by <= 2 * reach; by++) {
        auto all = random_reals<double>(length * count, by + 2);
        for (int at = 0; at < length * count; at++) {
            const int i = at / count, j = i + by - reach;
            if (by == reach) all[at] += 4;
            if (j < 0 || j >= length) all[at] = 0;
        }
        diagonals.push_back(all);
    }
    const auto b = random_reals<double>(length * count, 11);
    Array<double> x(b);
    size_t bytes = 0;
    if (reach == 1) {
        Array<double> below(diagonals[0]), on(diagonals[1]), above(diagonals[2]);
        SPARSE(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, algorithm, length, below.p, on.p, above.p, x.p, count, &bytes));
        Array<char> buffer(bytes);
        SPARSE(cusparseDgtsvInterleavedBatch(handle, algorithm, length, below.p, on.p, above.p, x.p, count, buffer.p));
        CHECK(cudaDeviceSynchronize());
    } else {
        Array<double> second(diagonals[0]), below(diagonals[1]), on(diagonals[2]), above(diagonals[3]), last(diagonals[4]);
        SPARSE(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, algorithm, length, second.p, below.p, on.p, above.p, last.p, x.p, count,
                                                           &bytes));
        Array<char> buffer(bytes);
        SPARSE(cusparseDgpsvInterleavedBatch(handle, algorithm, length, second.p, below.p, on.p, above.p, last.p, x.p, count, buffer.p));
        CHECK(cudaDeviceSynchronize());
    }
    const Values found = x.host();
    Values product(length * count);
    for (int at = 0; at < length * count; at++)
        for (int by = 0; by <= 2 * reach; by++) {
            const int j = at / count + by - reach;
            if (j >= 0 && j < length) product[at] += diagonals[by][at] * found[j * count + at % count];
        }
    verdict.same(reach == 1 ? "gtsvInterleavedBatch" : "gpsvInterleavedBatch", product, b, 1e-12);
}

int main() {
    Verdict verdict("sparse-block-systems");
    SPARSE(cusparseCreate(&handle));
    for (int base = 0; base < 2; base++) {
        for (const auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
            const Blocks a(direction, base);
            for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
                for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE})
                    systems(verdict, a, fill, CUSPARSE_DIAG_TYPE_NON_UNIT, op);
            systems(verdict, a, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_UNIT, CUSPARSE_OPERATION_NON_TRANSPOSE);
            factors(verdict, a);
            masked(verdict, a);
        }
        zero_pivot(verdict, base);
    }
    for (const int algorithm : {0, 1, 2}) batches(verdict, 1, algorithm);
    batches(verdict, 2, 0);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
