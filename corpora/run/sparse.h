// What programs that call cuSPARSE share: errors end a program, and a matrix on the host, by rows and dense.
#pragma once

#include "check.h"

#include <cusparse.h>

#include <algorithm>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
using Numbers = std::vector<int>;

// Rows that count from `base`; a row is empty, and elements of the diagonal are large.
struct Rows {
    int rows, columns, base;
    Values dense; // column after column
    Numbers starts, others;
    Values values;

    Rows(int m, int n, int seed, int first = 0, int empty = 3)
        : rows(m), columns(n), base(first), dense(static_cast<size_t>(m) * n), starts{first} {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                if (i != empty && (i == j || (5 * i + 3 * j + seed) % 4 == 0)) {
                    dense[i + j * m] = i == j ? 20 + i : (7 * i + j + seed) % 9 - 4.5;
                    others.push_back(j + base), values.push_back(dense[i + j * m]);
                }
            starts.push_back(static_cast<int>(others.size()) + base);
        }
    }
    double at(int i, int j) const { return dense[i + j * rows]; }
    int count() const { return static_cast<int>(others.size()); }
};

struct Properties {
    cusparseMatDescr_t descriptor;

    explicit Properties(int base = 0) {
        SPARSE(cusparseCreateMatDescr(&descriptor));
        SPARSE(cusparseSetMatIndexBase(descriptor, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
    }
    Properties(const Properties &) = delete;
    ~Properties() { SPARSE(cusparseDestroyMatDescr(descriptor)); }
};

// A matrix by rows in device memory.
struct Matrix {
    Array<int> starts, others;
    Array<double> values;
    Properties of;
    int count;

    explicit Matrix(const Rows &from)
        : starts(from.starts), others(from.others), values(from.values), of(from.base), count(from.count()) {}
    // Room for a result.
    Matrix(int lines, int elements, int base) : starts(lines + 1), others(elements), values(elements), of(base), count(elements) {}

    // What it holds, column after column; its beginnings are of rows, or of columns.
    Values dense(int rows, int columns, int base, bool by_columns = false) const {
        Values all(static_cast<size_t>(rows) * columns);
        const Numbers by = starts.host(), of_other = others.host();
        const Values elements = values.host();
        for (int line = 0; line < (by_columns ? columns : rows); line++)
            for (int at = by[line] - base; at < by[line + 1] - base; at++) {
                const int other = of_other[at] - base;
                all[by_columns ? other + line * rows : line + other * rows] += elements[at];
            }
        return all;
    }
};
