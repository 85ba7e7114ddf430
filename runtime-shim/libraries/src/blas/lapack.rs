//! The factorisations that hipBLAS has: LU, what is solved and inverted with it, QR, and least squares by it.

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

/// Systems with more equations than unknowns, or fewer, as [`dense::least_squares`] solves them.
///
/// # Safety
/// `a` is writable for `m` by `n` elements, `b` for the more of both by `columns`; `info` is null or valid for writes.
pub(super) unsafe fn gels<T: Number>(
    trans: Operation,
    m: usize,
    n: usize,
    columns: usize,
    a: Matrix<T>,
    b: Matrix<T>,
    info: *mut i32,
) {
    // SAFETY: this function requires what its callee does, and a pointer that is not null.
    unsafe {
        let zero = dense::least_squares(trans, (m, n, columns), a, b);
        if !info.is_null() {
            info.write(zero);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::c64;
    use num_traits::Zero;

    const COLUMNS: usize = 3;

    fn element(i: usize, j: usize, seed: usize) -> c64 {
        let part = |k: usize| ((i * 31 + j * 17 + i * j * 5 + seed * 7 + k) % 23) as f64 / 11.5 - 1.0;
        c64::new(part(0), part(5))
    }

    /// `op(A)` in formulas, its rows and its columns.
    fn operand(trans: Operation, (m, n): (usize, usize)) -> (impl Fn(usize, usize) -> c64, usize, usize) {
        let of = move |i: usize, j: usize| match trans {
            Operation::None => element(i, j, 1),
            Operation::Transpose => element(j, i, 1),
            Operation::Conjugate => element(j, i, 1).conj(),
        };
        if trans == Operation::None { (of, m, n) } else { (of, n, m) }
    }

    /// What is at right angles to all columns of `op(A)` in what is left, and to all that `op(A)` takes to zero in X, is least.
    #[test]
    fn residuals_and_solutions_are_least() {
        for extent in [(11, 4), (4, 11), (6, 6)] {
            for trans in [Operation::None, Operation::Transpose, Operation::Conjugate] {
                let (op, rows, unknowns) = operand(trans, extent);
                let most = rows.max(unknowns);
                let mut a = Dense::made(extent.0, extent.1, |i, j| element(i, j, 1));
                let sides = Dense::made(most, COLUMNS, |i, j| element(i, j, 2));
                let (mut b, mut info) = (sides.clone(), 7);
                // SAFETY: the matrices are our own, of these sizes.
                unsafe { gels(trans, extent.0, extent.1, COLUMNS, a.matrix(), b.matrix(), &raw mut info) };
                assert_eq!(info, 0);
                for column in 0..COLUMNS {
                    let x = &b.all[column * most..][..unknowns];
                    let along = |i: usize| -> c64 { (0..unknowns).map(|k| op(i, k) * x[k]).sum() };
                    let left: Vec<c64> = (0..rows).map(|i| sides.all[i + column * most] - along(i)).collect();
                    if rows > unknowns {
                        for k in 0..unknowns {
                            let dot: c64 = (0..rows).map(|i| op(i, k).conj() * left[i]).sum();
                            assert!(dot.norm() < 1e-11, "{extent:?} {trans:?}: {dot}");
                        }
                        continue;
                    }
                    assert!(left.iter().all(|rest| rest.norm() < 1e-11), "{extent:?} {trans:?}: {left:?}");
                    // X is a sum of the conjugate rows: taking them away one after another, made orthogonal, leaves nothing.
                    let mut rest = x.to_vec();
                    let mut directions: Vec<Vec<c64>> = Vec::new();
                    for i in 0..rows {
                        let mut row: Vec<c64> = (0..unknowns).map(|k| op(i, k).conj()).collect();
                        for _ in 0..2 {
                            for other in &directions {
                                take_away(&mut row, other);
                            }
                        }
                        let length = row.iter().map(|value| value.norm_sqr()).sum::<f64>().sqrt();
                        row.iter_mut().for_each(|value| *value /= length);
                        take_away(&mut rest, &row);
                        directions.push(row);
                    }
                    assert!(rest.iter().all(|rest| rest.norm() < 1e-11), "{extent:?} {trans:?}: {rest:?}");
                }
            }
        }
    }

    fn take_away(from: &mut [c64], direction: &[c64]) {
        let dot: c64 = direction.iter().zip(&*from).map(|(along, value)| along.conj() * value).sum();
        from.iter_mut().zip(direction).for_each(|(value, along)| *value -= dot * along);
    }

    #[test]
    fn columns_that_depend_on_others_are_named_and_nothing_of_unknowns_is_zero() {
        let mut a = Dense::made(5, 3, |i, j| if j == 1 { 0.0 } else { (i + 3 * j + i * j) as f64 });
        let (mut b, mut info) = (Dense::made(5, 1, |i, _| i as f64), 7);
        // SAFETY: the matrices are our own, of these sizes.
        unsafe { gels(Operation::None, 5, 3, 1, a.matrix(), b.matrix(), &raw mut info) };
        assert_eq!((info, &b.all[..]), (2, &[0.0, 1.0, 2.0, 3.0, 4.0][..]));
        // SAFETY: the same.
        unsafe { gels(Operation::None, 5, 0, 1, a.matrix(), b.matrix(), std::ptr::null_mut()) };
        assert!(b.all.iter().all(Zero::is_zero));
    }
}
