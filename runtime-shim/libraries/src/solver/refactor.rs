//! Factorisations of sparse matrices whose pattern stays and whose values change (`hipsolverRf...`): L and U of a first factorisation, by
//! whatever program, say where the factors of later ones have elements. With row `P[i]` of A as the i-th and column `Q[j]` as the j-th, A
//! is `L U` (NVIDIA's documentation of cuSOLVER, "cuSolverRF"). A factorisation begins with the matrix's values, however often it is
//! asked for (rocSOLVER's `csrrf_refactlu` takes them each time; cuSOLVER factorises its factors again).

use crate::entry::{Failure, Outcome};
use crate::sparse::{Pattern, lu_with};
use std::cmp::Ordering;

/// A matrix by rows: where each begins, and each element's column and value.
pub(super) struct Rows {
    pub(super) starts: Vec<usize>,
    pub(super) elements: Vec<(usize, f64)>,
}

impl Rows {
    /// The same matrix by columns, whose rows rise; of a matrix by columns, by rows.
    pub(super) fn turned(&self) -> Rows {
        let n = self.starts.len() - 1;
        let mut turned: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
        for i in 0..n {
            self.row(i).iter().for_each(|&(j, value)| turned[j].push((i, value)));
        }
        let starts = std::iter::once(0).chain(turned.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        }));
        Rows { starts: starts.collect(), elements: turned.concat() }
    }

    fn has(&self, i: usize, j: usize) -> bool {
        self.row(i).iter().any(|element| element.0 == j)
    }

    fn row(&self, i: usize) -> &[(usize, f64)] {
        &self.elements[self.starts[i]..self.starts[i + 1]]
    }
}

/// The factor that has ones on its diagonal, and whether programs store them (`hipsolverRfUnitDiagonal_t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) lower: bool,
    pub(super) stored: bool,
}

/// The places of the factors' elements, `L + U` with one diagonal for both, and their values for each matrix of a batch.
pub(super) struct Factors {
    pattern: Pattern,
    /// Elements of the matrices, with rows and columns exchanged.
    given: Vec<Vec<f64>>,
    /// Elements of `L + U - 1`, row after row, of L with ones on its diagonal.
    pub(super) values: Vec<Vec<f64>>,
    /// The first row of each matrix whose pivot counts as zero.
    pub(super) zeros: Vec<Option<usize>>,
    /// Whether the last factorisation replaced pivots.
    pub(super) boosted: bool,
}

impl Factors {
    /// Of the factors' patterns.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where L has an element above its diagonal, or U one below, or where the factor that has ones on its
    /// diagonal stores them not as is said: libraries for GPUs count on it when they allocate.
    pub(super) fn new(lower: &Rows, upper: &Rows, unit: Unit, batch: usize) -> Outcome<Factors> {
        let n = lower.starts.len() - 1;
        let of_ones = if unit.lower { lower } else { upper };
        if (0..n).any(|i| of_ones.has(i, i) != unit.stored) {
            return Err(Failure::InvalidValue);
        }
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
        let pattern = Pattern::made(starts, columns);
        Ok(Factors { pattern, given: values.clone(), values, zeros: vec![None; batch], boosted: false })
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
        let values = &mut self.given[member];
        values.fill(0.0);
        for (i, &row) in rows.iter().enumerate() {
            for &(column, value) in a.row(row) {
                values[self.pattern.find(i, places[column]).ok_or(Failure::InvalidValue)?] += value;
            }
        }
        self.values[member].clone_from(values);
        Ok(())
    }

    /// Factorises each matrix; pivots that do not exceed `zero` count as zero, or become `boost` where that is positive.
    pub(super) fn factorise(&mut self, zero: f64, boost: f64) {
        self.boosted = false;
        for ((values, given), first) in self.values.iter_mut().zip(&self.given).zip(&mut self.zeros) {
            values.clone_from(given);
            // SAFETY: there are as many values as the pattern has elements.
            let pivots = unsafe { lu_with(&self.pattern, values.as_mut_ptr(), zero, (boost > 0.0).then_some(boost)) };
            *first = pivots.zero;
            self.boosted |= pivots.replaced;
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
        self.part(|_, j, at| Some((j, self.values[0][at])))
    }

    /// L and U of the first matrix, the one or the other with ones on its diagonal, which are stored or not.
    pub(super) fn split(&self, unit: Unit) -> (Rows, Rows) {
        let pivot = |i: usize| self.pattern.find(i, i).map_or(f64::NAN, |at| self.values[0][at]);
        let one = |i: usize| unit.stored.then_some((i, 1.0));
        let value = |at: usize| self.values[0][at];
        let lower = self.part(|i, j, at| match j.cmp(&i) {
            Ordering::Greater => None,
            Ordering::Equal if unit.lower => one(i),
            Ordering::Equal => Some((j, value(at))),
            Ordering::Less => Some((j, if unit.lower { value(at) } else { value(at) * pivot(j) })),
        });
        let upper = self.part(|i, j, at| match j.cmp(&i) {
            Ordering::Less => None,
            Ordering::Equal if !unit.lower => one(i),
            _ => Some((j, if unit.lower { value(at) } else { value(at) / pivot(i) })),
        });
        (lower, upper)
    }

    fn part(&self, element: impl Fn(usize, usize, usize) -> Option<(usize, f64)>) -> Rows {
        let mut made = Rows { starts: vec![0], elements: Vec::new() };
        for i in 0..self.rows() {
            made.elements.extend(self.pattern.row(i).filter_map(|at| element(i, self.pattern.column(at), at)));
            made.starts.push(made.elements.len());
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 12;
    const STORED_LOWER: Unit = Unit { lower: true, stored: true };

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
        let mut factors = Factors::new(&half(true), &half(false), STORED_LOWER, 2).unwrap();
        assert!(Factors::new(&half(false), &half(true), STORED_LOWER, 1).is_err());
        assert!(Factors::new(&half(true), &half(false), Unit { stored: false, ..STORED_LOWER }, 1).is_err());
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
        let get = |part: &Rows, i: usize, j: usize| part.row(i).iter().find(|e| e.0 == j).map_or(0.0, |e| e.1);
        for (lower, stored) in [(true, true), (true, false), (false, true), (false, false)] {
            let (mut l, mut u) = factors.split(Unit { lower, stored });
            assert_eq!(l.elements.len() + u.elements.len(), N * N + if stored { N } else { 0 });
            let ones = if lower { &mut l } else { &mut u };
            if !stored {
                *ones = matrix(|i, j| if i == j { 1.0 } else { get(ones, i, j) });
            }
            assert!((0..N).all(|i| get(ones, i, i) == 1.0));
            for (i, j) in (0..N * N).map(|at| (at / N, at % N)) {
                let sum: f64 = (0..N).map(|k| get(&l, i, k) * get(&u, k, j)).sum();
                assert!((sum - element(i, (j + 3) % N, 4)).abs() < 1e-11);
            }
        }
        let (once, before) = (factors.bundled().elements, factors.bundled().turned());
        factors.factorise(0.0, 0.0);
        assert_eq!((once.len(), &once), (N * N, &factors.bundled().elements));
        for (i, j) in (0..N * N).map(|at| (at / N, at % N)) {
            assert_eq!(get(&before, i, j), once[j * N + i].1);
        }
        assert_eq!(before.turned().elements, once);
    }

    #[test]
    fn pivots_that_are_zero_are_named_or_replaced() {
        let unit = matrix(|i, j| f64::from(i == j));
        let same: Vec<usize> = (0..N).collect();
        let mut factors = Factors::new(&unit, &unit, STORED_LOWER, 1).unwrap();
        factors.reset(0, &matrix(|i, j| f64::from(i == j && i != 5)), &same, &same).unwrap();
        factors.factorise(0.0, 0.0);
        assert_eq!((&factors.zeros[..], factors.boosted), (&[Some(5)][..], false));
        factors.factorise(0.0, -2.0);
        assert_eq!((&factors.zeros[..], factors.boosted), (&[Some(5)][..], false));
        factors.factorise(1.5, 0.0);
        assert_eq!(factors.zeros, [Some(0)]);
        factors.factorise(0.0, 2.0);
        assert_eq!((&factors.zeros[..], factors.boosted), (&[None][..], true));
        let mut x = vec![4.0; N];
        factors.solve(0, &same, &same, &mut x);
        assert_eq!((x[4], x[5]), (4.0, 2.0));
        assert!(factors.reset(0, &matrix(|i, j| f64::from(i == j || i == 3)), &same, &same).is_err());
    }
}
