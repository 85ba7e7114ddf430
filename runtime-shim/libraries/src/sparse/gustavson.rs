//! The product of two sparse matrices, row by row.
//!
//! After Gustavson, "Two fast algorithms for sparse matrices" (1978): a row of the result is a sum of rows of B, gathered in a vector
//! as long as the row and a list of the columns that occur.

use super::elements::Rows;
use crate::typed::Wide;
use rayon::prelude::*;

/// One row of a result, while it is summed.
struct Sum<W> {
    values: Vec<W>,
    /// The row for which a column was last seen, counted from one.
    seen: Vec<usize>,
    columns: Vec<usize>,
}

impl<W: Wide> Sum<W> {
    fn new(columns: usize) -> Sum<W> {
        Sum { values: vec![W::zero(); columns], seen: vec![0; columns], columns: Vec::new() }
    }

    fn add(&mut self, row: usize, column: usize, value: W) {
        if self.seen[column] == row + 1 {
            self.values[column] += value;
        } else {
            (self.seen[column], self.values[column]) = (row + 1, value);
            self.columns.push(column);
        }
    }

    /// The columns rise; elements that are zero by chance are kept.
    fn end(&mut self) -> Vec<(usize, W)> {
        self.columns.sort_unstable();
        self.columns.drain(..).map(|column| (column, self.values[column])).collect()
    }
}

/// `alpha A B + beta C` for a result of as many columns as given.
pub(super) fn product<W: Wide>(alpha: W, a: &Rows<W>, b: &Rows<W>, added: Option<(W, &Rows<W>)>, columns: usize) -> Rows<W> {
    let row = |sum: &mut Sum<W>, i: usize| {
        for &(k, left) in a.row(i) {
            b.row(k).iter().for_each(|&(j, right)| sum.add(i, j, alpha * left * right));
        }
        if let Some((beta, c)) = added {
            c.row(i).iter().for_each(|&(j, value)| sum.add(i, j, beta * value));
        }
        sum.end()
    };
    let rows: Vec<_> = (0..a.rows()).into_par_iter().map_init(|| Sum::new(columns), row).collect();
    Rows::gathered(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About a third of all elements.
    fn some(rows: usize, columns: usize, seed: usize) -> Rows<f64> {
        let row = |i: usize| {
            let there = (0..columns).filter(|j| (i * 7 + j * 5 + seed).is_multiple_of(3));
            there.map(|j| (j, (i * columns + j + seed) as f64 % 11.0 - 5.0)).collect()
        };
        Rows::gathered((0..rows).map(row))
    }

    fn dense(a: &Rows<f64>, columns: usize) -> Vec<f64> {
        let mut all = vec![0.0; a.rows() * columns];
        (0..a.rows()).for_each(|i| a.row(i).iter().for_each(|&(j, value)| all[i * columns + j] += value));
        all
    }

    #[test]
    fn a_product_of_sparse_matrices_is_that_of_the_dense_ones() {
        let (m, k, n) = (13, 17, 11);
        let (a, b, c) = (some(m, k, 1), some(k, n, 2), some(m, n, 4));
        let found = product(2.0, &a, &b, Some((3.0, &c)), n);
        let (da, db, dc) = (dense(&a, k), dense(&b, n), dense(&c, n));
        let mut expected = vec![0.0; m * n];
        for i in 0..m {
            for j in 0..n {
                let sum: f64 = (0..k).map(|l| da[i * k + l] * db[l * n + j]).sum();
                expected[i * n + j] = 2.0 * sum + 3.0 * dc[i * n + j];
            }
        }
        assert_eq!(dense(&found, n), expected);
        assert!((0..m).all(|i| found.row(i).windows(2).all(|pair| pair[0].0 < pair[1].0)));
    }
}
