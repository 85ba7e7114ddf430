// cuSPARSE's matrices of blocks: from rows and back, and times a vector, with both orders of the elements in a block.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
cusparseHandle_t handle;

// A matrix on the host by rows that count from `base`.
struct Rows {
    int rows, columns, base;
    Values dense;
    std::vector<int> starts, others;
    Values values;

    Rows(int m, int n, int seed, int first = 0) : rows(m), columns(n), base(first), dense(m * n), starts{first} {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                if (i == j || (5 * i + 3 * j + seed) % 4 == 0) {
                    dense[i + j * m] = i == j ? 20 + i : (7 * i + j + seed) % 9 - 4.5;
                    others.push_back(j + base), values.push_back(dense[i + j * m]);
                }
            starts.push_back(static_cast<int>(others.size()) + base);
        }
    }
    int count() const { return static_cast<int>(others.size()); }
};

struct Properties {
    cusparseMatDescr_t descriptor;

    explicit Properties(int base = 0) {
        SPARSE(cusparseCreateMatDescr(&descriptor));
        SPARSE(cusparseSetMatIndexBase(descriptor, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
    }
    ~Properties() { SPARSE(cusparseDestroyMatDescr(descriptor)); }
};

void blocks(Verdict &verdict, cusparseDirection_t direction, int base) {
    // The last blocks are not full.
    const int m = 31, n = 22, size = 4, rows = (m + size - 1) / size, columns = (n + size - 1) / size;
    const Rows a(m, n, 2);
    const Properties of_a, of_blocks(base);
    Array<int> starts(a.starts), others(a.others), block_starts(rows + 1);
    Array<double> values(a.values);
    int count = 0;
    SPARSE(cusparseXcsr2bsrNnz(handle, direction, m, n, of_a.descriptor, starts.p, others.p, size, of_blocks.descriptor, block_starts.p,
                               &count));
    int wanted = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            bool any = false;
            for (int k = 0; k < size * size; k++) {
                const int row = i * size + k / size, column = j * size + k % size;
                any = any || (row < m && column < n && a.dense[row + column * m] != 0);
            }
            wanted += any;
        }
    verdict.same("blocks", count, wanted);
    Array<int> block_others(count);
    Array<double> block_values(static_cast<size_t>(count) * size * size);
    SPARSE(cusparseDcsr2bsr(handle, direction, m, n, of_a.descriptor, values.p, starts.p, others.p, size, of_blocks.descriptor,
                            block_values.p, block_starts.p, block_others.p));

    const auto x = random_reals<double>(columns * size, 3), y = random_reals<double>(rows * size, 5);
    Array<double> dx(x), dy(y);
    const double alpha = 1.5, beta = -2;
    SPARSE(cusparseDbsrmv(handle, direction, CUSPARSE_OPERATION_NON_TRANSPOSE, rows, columns, count, &alpha, of_blocks.descriptor,
                          block_values.p, block_starts.p, block_others.p, size, dx.p, &beta, dy.p));
    Values product(rows * size);
    for (int i = 0; i < rows * size; i++) {
        product[i] = beta * y[i];
        for (int j = 0; i < m && j < n; j++) product[i] += alpha * a.dense[i + j * m] * x[j];
    }
    verdict.same("blocks times a vector", dy.host(), product, 1e-13);

    Array<int> back_starts(rows * size + 1), back_others(static_cast<size_t>(count) * size * size);
    Array<double> back_values(static_cast<size_t>(count) * size * size);
    SPARSE(cusparseDbsr2csr(handle, direction, rows, columns, of_blocks.descriptor, block_values.p, block_starts.p, block_others.p, size,
                            of_a.descriptor, back_values.p, back_starts.p, back_others.p));
    Values found(m * n);
    const auto by = back_starts.host(), of = back_others.host();
    const auto elements = back_values.host();
    bool outside = false;
    for (int i = 0; i < rows * size; i++)
        for (int at = by[i]; at < by[i + 1]; at++)
            if (i < m && of[at] < n) found[i + of[at] * m] += elements[at];
            else outside = outside || elements[at] != 0;
    verdict.same("rows of blocks", found, a.dense);
    verdict.holds("zeros fill the last blocks", !outside);
}

int main() {
    Verdict verdict("sparse-blocks");
    SPARSE(cusparseCreate(&handle));
    for (int base = 0; base < 2; base++) {
        blocks(verdict, CUSPARSE_DIRECTION_ROW, base);
        blocks(verdict, CUSPARSE_DIRECTION_COLUMN, base);
    }
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
