//! The factorisations that hipBLAS has: LU, what is solved and inverted with it, and QR.

use super::parameters::Operation;
use crate::dense;
use crate::memory::{Dense, Matrix};
use crate::number::Number;

/// LU; without row exchanges where there is no place to note them.
///
/// # Safety
/// `a` is writable for `n` by `n` elements; `pivots` is null or valid for writes of `n` numbers; `info` is valid for writes.
pub(super) unsafe fn getrf<T: Number>(n: usize, a: Matrix<T>, pivots: *mut i32, info: *mut i32) {
    // SAFETY: indices stay within what this function requires to be readable and writable; rows are counted from one.
    unsafe {
        let mut note = |row: usize, other: usize| pivots.add(row).write(other as i32 + 1);
        let pivot: Option<&mut dyn FnMut(usize, usize)> = if pivots.is_null() { None } else { Some(&mut note) };
        info.write(dense::lu(n, n, a, pivot));
    }
}

/// # Safety
/// `a` is readable for `n` by `n` elements; `pivots` is null or valid for reads of `n` numbers from 1 to `n`; `b` is writable for
/// `n` by `columns` and does not overlap `a`.
pub(super) unsafe fn getrs<T: Number>(trans: Operation, n: usize, columns: usize, a: Matrix<T>, pivots: *mut i32, b: Matrix<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { dense::lu_solve(trans, (n, columns), a, pivots, b) }
}

/// The inverse, by solving for the columns of the unit matrix.
///
/// # Safety
/// `a` is readable for `n` by `n` elements; `pivots` is null or valid for reads of `n` numbers from 1 to `n`; `inverse` is
/// writable for `n` by `n`; `info` is valid for writes.
pub(super) unsafe fn getri<T: Number>(n: usize, a: Matrix<T>, pivots: *mut i32, inverse: Matrix<T>, info: *mut i32) {
    // SAFETY: indices stay within what this function requires to be readable and writable; the unit matrix is our own.
    unsafe {
        let singular = (0..n).find(|&i| a.get(i, i).is_zero());
        info.write(singular.map_or(0, |i| i as i32 + 1));
        if singular.is_some() {
            return;
        }
        let mut unit = Dense::made(n, n, |i, j| if i == j { T::one() } else { T::zero() });
        dense::lu_solve(Operation::None, (n, n), a, pivots, unit.matrix());
        for j in 0..n {
            (0..n).for_each(|i| inverse.set(i, j, unit.all[i + j * n]));
        }
    }
}

/// # Safety
/// `a` is writable for `m` by `n` elements; `tau` is valid for writes of `min(m, n)`.
pub(super) unsafe fn geqrf<T: Number>(m: usize, n: usize, a: Matrix<T>, tau: *mut T) {
    // SAFETY: this function requires what its callee does.
    unsafe { dense::qr(m, n, a, tau) }
}
