//! Arrays of the program's that a refactorisation reads: matrices, permutations, and addresses of a batch's values.

use super::dense_work::Shared;
use super::refactor::Rows;
use crate::entry::{Failure, Outcome};
use std::ffi::c_int;

/// Arrays of a matrix by rows of the program's.
#[derive(Clone, Copy)]
pub(super) struct Arrays {
    pub(super) n: usize,
    pub(super) count: usize,
    starts: Shared<c_int>,
    columns: Shared<c_int>,
}

impl Arrays {
    pub(super) fn new(n: c_int, count: c_int, starts: *const c_int, columns: *const c_int) -> Outcome<Arrays> {
        let size = |n: c_int| usize::try_from(n).map_err(|_| Failure::InvalidValue);
        if starts.is_null() || count > 0 && columns.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (starts, columns) = (Shared(starts.cast_mut()), Shared(columns.cast_mut()));
        Ok(Arrays { n: size(n)?, count: size(count)?, starts, columns })
    }

    /// The matrix with values, or with zeros where those are null. Elements count from zero and rise within a row.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where they do not.
    ///
    /// # Safety
    /// The arrays are readable for as many numbers as there are rows, and one, and elements.
    pub(super) unsafe fn read(&self, values: *const f64) -> Outcome<Rows> {
        // SAFETY: as required.
        unsafe {
            let number = |p: *mut c_int| usize::try_from(p.read()).map_err(|_| Failure::InvalidValue);
            let starts: Vec<usize> = (0..=self.n).map(|i| number(self.starts.get().add(i))).collect::<Outcome<_>>()?;
            let rising = starts.windows(2).all(|pair| pair[0] <= pair[1]);
            if starts[0] != 0 || starts[self.n] != self.count || !rising {
                return Err(Failure::InvalidValue);
            }
            let value = |at: usize| if values.is_null() { 0.0 } else { values.add(at).read() };
            let element = |at: usize| Ok((number(self.columns.get().add(at))?, value(at)));
            let elements: Vec<(usize, f64)> = (0..self.count).map(element).collect::<Outcome<_>>()?;
            let sorted = |row: &[(usize, f64)]| row.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let fit = elements.iter().all(|element| element.0 < self.n);
            if !fit || !starts.windows(2).all(|pair| sorted(&elements[pair[0]..pair[1]])) {
                return Err(Failure::InvalidValue);
            }
            Ok(Rows { starts, elements })
        }
    }
}

/// # Safety
/// `p` is readable for `n` numbers.
pub(super) unsafe fn permutation(p: Shared<c_int>, n: usize) -> Outcome<Vec<usize>> {
    // SAFETY: as required.
    let number = |i: usize| usize::try_from(unsafe { p.get().add(i).read() }).ok().filter(|&at| at < n);
    (0..n).map(|i| number(i).ok_or(Failure::InvalidValue)).collect()
}

/// The addresses of a batch's values.
///
/// # Safety
/// `values` is null or readable for as many addresses.
pub(super) unsafe fn addresses(batch: c_int, values: *const *mut f64) -> Vec<Shared<f64>> {
    let count = if values.is_null() { 0 } else { usize::try_from(batch).unwrap_or(0) };
    // SAFETY: as required.
    (0..count).map(|member| Shared(unsafe { values.add(member).read() })).collect()
}
