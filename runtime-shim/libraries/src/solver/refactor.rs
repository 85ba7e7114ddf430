//! Factorisations of sparse matrices whose pattern stays and whose values change (`hipsolverRf...`): L and U of a first factorisation, by
//! whatever program, say where the factors of later ones have elements. With row `P[i]` of A as the i-th and column `Q[j]` as the j-th, A
//! is `L U` (NVIDIA's documentation of cuSOLVER, "cuSolverRF").

use crate::entry::{Failure, Outcome};
use crate::sparse::{Pattern, lu};

/// A matrix by rows: where each begins, and each element's column and value.
pub(super) struct Rows {
    pub(super) starts: Vec<usize>,
    pub(super) elements: Vec<(usize, f64)>,
}

impl Rows {
    fn row(&self, i: usize) -> &[(usize, f64)] {
        &self.elements[self.starts[i]..self.starts[i + 1]]
    }
}

/// The places of the factors' elements, `L + U` with one diagonal for both, and their values for each matrix of a batch.
pub(super) struct Factors {
    pattern: Pattern,
    /// Elements of `L + U - 1`, row after row.
    pub(super) values: Vec<Vec<f64>>,
    /// The first row of each matrix whose pivot is zero.
    pub(super) zeros: Vec<Option<usize>>,
}

impl Factors {
    /// Of the factors' patterns.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where L has an element above its diagonal, or U one below.
    pub(super) fn new(lower: &Rows, upper: &Rows, batch: usize) -> Outcome<Factors> {
        let n = lower.starts.len() - 1;
        let (mut starts, mut columns) = (vec![0], Vec::new());
        for i in 0..n {
            let (left, right) = (lower.row(i), upper.row(i));
            if left.iter().any(|&(j, _)| j > i) || right.iter().any(|&(j, _)| j < i || j >= n) {
                return Err(Failure::InvalidValue);
            }
            let mut row: Vec<usize> = left.iter().chain(right).map(|&(j, _)| j).chain([i]).collect();
            row.sort_unstable();
            row.dedup();
            columns.extend(row);
            starts.push(columns.len());
        }
        let values = vec![vec![0.0; columns.len()]; batch];
        Ok(Factors { pattern: Pattern::made(starts, columns), values, zeros: vec![None; batch] })
    }

    pub(super) fn rows(&self) -> usize {
        self.pattern.rows()
    }

    /// Takes the elements of a matrix.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where the matrix has an element that the factors have no place for.
    pub(super) fn reset(&mut self, member: usize, a: &Rows, rows: &[usize], columns: &[usize]) -> Outcome {
        let n = self.rows();
        let mut places = vec![usize::MAX; n];
        for (j, &column) in columns.iter().enumerate() {
            *places.get_mut(column).ok_or(Failure::InvalidValue)? = j;
        }
        if rows.iter().any(|&row| row >= n) || a.elements.iter().any(|&(column, _)| column >= n) {
            return Err(Failure::InvalidValue);
        }
        let values = &mut self.values[member];
        values.fill(0.0);
        for (i, &row) in rows.iter().enumerate() {
            for &(column, value) in a.row(row) {
                values[self.pattern.find(i, places[column]).ok_or(Failure::InvalidValue)?] += value;
            }
        }
        Ok(())
    }

    /// Factorises each matrix; pivots that do not exceed `zero` become `boost`, unless that is zero itself.
    pub(super) fn factorise(&mut self, zero: f64, boost: f64) {
        let replaced = (boost != 0.0).then_some((zero, boost));
        for (values, first) in self.values.iter_mut().zip(&mut self.zeros) {
            // SAFETY: there are as many values as the pattern has elements.
            *first = unsafe { lu(&self.pattern, values.as_mut_ptr(), replaced) };
        }
    }

    /// Right-hand sides into unknowns.
    pub(super) fn solve(&self, member: usize, rows: &[usize], columns: &[usize], x: &mut [f64]) {
        let (n, values) = (self.rows(), &self.values[member]);
        let mut y: Vec<f64> = rows.iter().map(|&row| x[row]).collect();
        let sum = |y: &[f64], i: usize, lower: bool| -> f64 {
            let inside = |&at: &usize| if lower { self.pattern.column(at) < i } else { self.pattern.column(at) > i };
            self.pattern.row(i).filter(inside).map(|at| values[at] * y[self.pattern.column(at)]).sum()
        };
        for i in 0..n {
            y[i] -= sum(&y, i, true);
        }
        for i in (0..n).rev() {
            let pivot = self.pattern.find(i, i).map_or(f64::NAN, |at| values[at]);
            y[i] = (y[i] - sum(&y, i, false)) / pivot;
        }
        columns.iter().zip(y).for_each(|(&column, value)| x[column] = value);
    }

    /// `L + U - 1` of the first matrix.
    pub(super) fn bundled(&self) -> Rows {
        self.part(|_, _| true, false)
    }

    /// L, with ones on its diagonal, and U of the first matrix.
    pub(super) fn split(&self) -> (Rows, Rows) {
        (self.part(|i, j| j <= i, true), self.part(|i, j| j >= i, false))
    }

    fn part(&self, has: impl Fn(usize, usize) -> bool, unit: bool) -> Rows {
        let mut made = Rows { starts: vec![0], elements: Vec::new() };
        for i in 0..self.rows() {
            for at in self.pattern.row(i).filter(|&at| has(i, self.pattern.column(at))) {
                let j = self.pattern.column(at);
                made.elements.push((j, if unit && i == j { 1.0 } else { self.values[0][at] }));
            }
            made.starts.push(made.elements.len());
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 12;

    /// A matrix with large elements where rows and columns are after an exchange the diagonal.
    fn element(i: usize, j: usize, seed: usize) -> f64 {
        let there = (i * 5 + j * 3).is_multiple_of(4);
        if (i + 3) % N == j {
            20.0 + seed as f64
        } else if there {
            ((i * 7 + j + seed) % 9) as f64 - 4.0
        } else {
            0.0
        }
    }

    fn matrix(of: impl Fn(usize, usize) -> f64) -> Rows {
        let mut made = Rows { starts: vec![0], elements: Vec::new() };
        for i in 0..N {
            made.elements.extend((0..N).map(|j| (j, of(i, j))).filter(|&(_, value)| value != 0.0));
            made.starts.push(made.elements.len());
        }
        made
    }

    #[test]
    fn values_change_and_factors_follow() {
        let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..N).collect(), (0..N).map(|j| (j + 3) % N).collect());
        let half = |lower: bool| matrix(|i, j| f64::from(if lower { j <= i } else { j >= i }));
        let mut factors = Factors::new(&half(true), &half(false), 2).unwrap();
        assert!(Factors::new(&half(false), &half(true), 1).is_err());
        for seed in [1, 4] {
            for member in 0..2 {
                factors.reset(member, &matrix(|i, j| element(i, j, seed + member)), &rows, &columns).unwrap();
            }
            factors.factorise(0.0, 0.0);
            assert_eq!(factors.zeros, [None, None]);
            for member in 0..2 {
                let b: Vec<f64> = (0..N).map(|i| i as f64 - 4.0).collect();
                let mut x = b.clone();
                factors.solve(member, &rows, &columns, &mut x);
                for (i, wanted) in b.iter().enumerate() {
                    let sum: f64 = (0..N).map(|j| element(i, j, seed + member) * x[j]).sum();
                    assert!((sum - wanted).abs() < 1e-11, "{seed} {member} {i}: {sum} {wanted}");
                }
            }
        }
        let (lower, upper) = factors.split();
        let get = |part: &Rows, i: usize, j: usize| part.row(i).iter().find(|e| e.0 == j).map_or(0.0, |e| e.1);
        for (i, j) in (0..N * N).map(|at| (at / N, at % N)) {
            let sum: f64 = (0..N).map(|k| get(&lower, i, k) * get(&upper, k, j)).sum();
            assert!((sum - element(i, (j + 3) % N, 4)).abs() < 1e-11);
        }
        assert_eq!(factors.bundled().elements.len(), N * N);
    }

    #[test]
    fn pivots_that_are_zero_are_named_or_replaced() {
        let unit = matrix(|i, j| f64::from(i == j));
        let same: Vec<usize> = (0..N).collect();
        let mut factors = Factors::new(&unit, &unit, 1).unwrap();
        factors.reset(0, &matrix(|i, j| f64::from(i == j && i != 5)), &same, &same).unwrap();
        factors.factorise(0.0, 0.0);
        assert_eq!(factors.zeros, [Some(5)]);
        factors.factorise(0.0, 2.0);
        assert_eq!(factors.zeros, [None]);
        let mut x = vec![4.0; N];
        factors.solve(0, &same, &same, &mut x);
        assert_eq!((x[4], x[5]), (4.0, 2.0));
        assert!(factors.reset(0, &matrix(|i, j| f64::from(i == j || i == 3)), &same, &same).is_err());
    }
}
