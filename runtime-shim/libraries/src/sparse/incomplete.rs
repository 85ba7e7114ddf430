//! Incomplete factorisations without fill-in, ILU(0) and IC(0), in place (Saad, "Iterative methods for sparse linear systems", 10.3).

use crate::number::Number;
use num_traits::{Float, ToPrimitive, Zero};
use std::ffi::c_int;

/// Where the elements of a square matrix are: rows whose columns rise.
pub(crate) struct Pattern {
    starts: Vec<usize>,
    columns: Vec<usize>,
}

impl Pattern {
    /// # Safety
    /// `starts` is readable for `rows + 1` numbers that rise from `base`, `columns` for as many as they say, none below `base`.
    pub(super) unsafe fn of(rows: usize, starts: *const c_int, columns: *const c_int, base: c_int) -> Pattern {
        // SAFETY: indices stay within what this function requires to be readable.
        unsafe {
            let starts: Vec<usize> = (0..=rows).map(|i| (starts.add(i).read() - base) as usize).collect();
            let columns = (0..starts[rows]).map(|at| (columns.add(at).read() - base) as usize).collect();
            Pattern { starts, columns }
        }
    }

    /// The column of an element.
    pub(crate) fn column(&self, at: usize) -> usize {
        self.columns[at]
    }

    /// Where each row begins, and the columns, which rise within a row.
    pub(crate) fn made(starts: Vec<usize>, columns: Vec<usize>) -> Pattern {
        Pattern { starts, columns }
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The places of a row's elements.
    pub(crate) fn row(&self, i: usize) -> std::ops::Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// The place of an element.
    pub(crate) fn find(&self, i: usize, j: usize) -> Option<usize> {
        self.columns[self.row(i)].binary_search(&j).ok().map(|at| self.starts[i] + at)
    }

    /// The first row that has no element on the diagonal.
    pub(super) fn without_diagonal(&self) -> Option<usize> {
        (0..self.rows()).find(|&i| self.find(i, i).is_none())
    }
}

/// What became of the pivots of a factorisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pivots {
    /// The first row whose pivot counts as zero, or is not there.
    pub(crate) zero: Option<usize>,
    /// Whether another value took the place of one.
    pub(crate) replaced: bool,
}

/// `A = L U` where A has elements, L with ones on its diagonal. `boost` is a tolerance, and what takes the place of pivots that do not
/// exceed it. Gives the first row whose pivot is zero or not there; what is after it is not of use.
///
/// # Safety
/// `values` is writable for as many elements as the pattern has.
pub(super) unsafe fn lu<T: Number>(a: &Pattern, values: *mut T, boost: Option<(f64, T)>) -> Option<usize> {
    // SAFETY: this function requires what its callee does.
    unsafe { lu_with(a, values, boost.map_or(0.0, |of| of.0), boost.map(|of| of.1)) }.zero
}

/// The same, of pivots that count as zero where they do not exceed a tolerance, and that a value replaces if there is one.
///
/// # Safety
/// `values` is writable for as many elements as the pattern has.
pub(crate) unsafe fn lu_with<T: Number>(a: &Pattern, values: *mut T, tolerance: f64, boost: Option<T>) -> Pivots {
    // SAFETY: as many as required.
    let values = unsafe { std::slice::from_raw_parts_mut(values, a.columns.len()) };
    let mut pivots = Pivots::default();
    for i in 0..a.rows() {
        for at in a.row(i).take_while(|&at| a.columns[at] < i) {
            let k = a.columns[at];
            let Some(pivot) = a.find(k, k) else { continue };
            values[at] /= values[pivot];
            for of_k in pivot + 1..a.starts[k + 1] {
                if let Some(to) = a.find(i, a.columns[of_k]) {
                    let by = values[at] * values[of_k];
                    values[to] -= by;
                }
            }
        }
        let small = |value: T| value.modulus().to_f64().is_some_and(|size| size <= tolerance);
        let pivot = a.find(i, i);
        match (pivot, boost) {
            (Some(pivot), Some(value)) if small(values[pivot]) && !value.is_zero() => {
                values[pivot] = value;
                pivots.replaced = true;
            }
            (Some(pivot), _) if !small(values[pivot]) => {}
            _ => pivots.zero = pivots.zero.or(Some(i)),
        }
    }
    pivots
}

/// `A = L L'` where A's lower triangle has elements; the upper one is not touched. Gives the first row whose pivot is not positive or
/// not there; what is after it is not of use.
///
/// # Safety
/// `values` is writable for as many elements as the pattern has.
pub(super) unsafe fn cholesky<T: Number>(a: &Pattern, values: *mut T) -> Option<usize> {
    // SAFETY: as many as required.
    let values = unsafe { std::slice::from_raw_parts_mut(values, a.columns.len()) };
    let mut zero = None;
    for i in 0..a.rows() {
        for at in a.row(i).take_while(|&at| a.columns[at] < i) {
            let k = a.columns[at];
            let Some(pivot) = a.find(k, k) else { continue };
            for of_k in a.starts[k]..pivot {
                if let Some(of_i) = a.find(i, a.columns[of_k]) {
                    let by = values[of_i] * values[of_k].conj();
                    values[at] -= by;
                }
            }
            values[at] /= values[pivot];
        }
        let below = a.row(i).take_while(|&at| a.columns[at] < i).map(|at| values[at].square());
        let known = below.fold(T::Real::zero(), |sum, term| sum + term);
        let square = a.find(i, i).map(|pivot| (pivot, values[pivot].re() - known));
        match square {
            Some((pivot, square)) if square > T::Real::zero() => values[pivot] = T::of(square.sqrt()),
            _ => zero = zero.or(Some(i)),
        }
    }
    zero
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 30;

    /// The five-point operator's pattern on a strip of this width.
    fn five_points() -> (Pattern, Vec<f64>) {
        let mut made = (Pattern { starts: vec![0], columns: Vec::new() }, Vec::new());
        for i in 0..N {
            for j in 0..N {
                let value = match i.abs_diff(j) {
                    0 => 4.0 + i as f64 / 10.0,
                    1 | 6 => -1.0,
                    _ => continue,
                };
                made.0.columns.push(j);
                made.1.push(value);
            }
            made.0.starts.push(made.0.columns.len());
        }
        made
    }

    /// The largest difference between A and the product, where A has elements.
    fn apart(a: &Pattern, values: &[f64], product: impl Fn(usize, usize) -> f64, lower: bool) -> f64 {
        let places = (0..N).flat_map(|i| a.row(i).map(move |at| (i, at))).filter(|&(i, at)| !lower || a.columns[at] <= i);
        places.map(|(i, at)| (product(i, a.columns[at]) - values[at]).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn factors_multiply_to_the_matrix_where_it_has_elements() {
        let (a, values) = five_points();
        let mut found = values.clone();
        // SAFETY: as many values as the pattern has elements.
        assert_eq!(unsafe { lu(&a, found.as_mut_ptr(), None) }, None);
        let get = |i: usize, j: usize| a.find(i, j).map_or(0.0, |at| found[at]);
        let product = |i: usize, j: usize| {
            let left = |k: usize| if k == i { 1.0 } else { get(i, k) };
            (0..=i.min(j)).map(|k| left(k) * get(k, j)).sum::<f64>()
        };
        assert!(apart(&a, &values, product, false) < 1e-13);

        let mut found = values.clone();
        // SAFETY: as many values as the pattern has elements.
        assert_eq!(unsafe { cholesky(&a, found.as_mut_ptr()) }, None);
        let get = |i: usize, j: usize| a.find(i, j).map_or(0.0, |at| found[at]);
        let product = |i: usize, j: usize| (0..=i.min(j)).map(|k| get(i, k) * get(j, k)).sum::<f64>();
        assert!(apart(&a, &values, product, true) < 1e-13);
    }

    #[test]
    fn the_first_pivot_that_is_zero_is_named() {
        let (a, mut values) = five_points();
        values[a.find(0, 0).unwrap()] = 0.0;
        // SAFETY: as many values as the pattern has elements.
        assert_eq!(unsafe { lu(&a, values.clone().as_mut_ptr(), None) }, Some(0));
        let mut boosted = values.clone();
        // SAFETY: as many values as the pattern has elements.
        assert_eq!(unsafe { lu(&a, boosted.as_mut_ptr(), Some((1e-3, 2.5))) }, None);
        assert_eq!(boosted[a.find(0, 0).unwrap()], 2.5);
        assert_eq!(boosted[a.find(1, 0).unwrap()], -1.0 / 2.5);
        // SAFETY: as many values as the pattern has elements.
        assert_eq!(unsafe { cholesky(&a, values.as_mut_ptr()) }, Some(0));
        assert_eq!(Pattern { starts: vec![0, 1, 2], columns: vec![0, 0] }.without_diagonal(), Some(1));
    }
}
