//! BLAS level 3 with triangles: products, solutions of equations, inverses.

#![allow(clippy::too_many_arguments)]

use super::level3::product;
use super::parameters::{Diagonal, Fill, Operation, Side};
use crate::memory::{Dense, Matrix};
use crate::number::Number;

/// Unknowns that are found by plain substitution together; the rest is products of matrices.
const BLOCK: usize = 64;

/// A triangle as it is after the operation, with zeros in the rest and its diagonal filled in.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements, but for a diagonal of ones.
unsafe fn triangle<T: Number>(uplo: Fill, trans: Operation, diag: Diagonal, n: usize, a: Matrix<T>) -> Dense<T> {
    let (view, stored) = (trans.view(a), uplo.after(trans));
    Dense::made(n, n, |i, j| match (i == j && diag == Diagonal::Ones, stored.has(i, j)) {
        (true, _) => T::one(),
        // SAFETY: indices stay within what this function requires to be readable and writable.
        (_, true) => unsafe { view.get(i, j) }.conj_if(trans.conjugates()),
        _ => T::zero(),
    })
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), but for a diagonal of ones; `b`
/// is readable and `c` writable for `m` by `n`.
pub(super) unsafe fn trmm<T: Number>(
    side: Side,
    uplo: Fill,
    trans: Operation,
    diag: Diagonal,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    c: Matrix<T>,
) {
    // SAFETY: indices stay within what this function requires to be readable and writable; the copies are our own. B is copied
    // since C may be the same matrix.
    unsafe {
        let mut whole = triangle(uplo, trans, diag, side.stored(m, n), a);
        let mut copy = Dense::made(m, n, |i, j| b.get(i, j));
        let (whole, copy) = ((whole.matrix(), false), (copy.matrix(), false));
        match side {
            Side::Left => product((m, n, m), alpha, whole, copy, T::zero(), c),
            Side::Right => product((m, n, n), alpha, copy, whole, T::zero(), c),
        }
    }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), but for a diagonal of ones; `b`
/// is writable for `m` by `n` and does not overlap `a`.
pub(super) unsafe fn trsm<T: Number>(
    side: Side,
    uplo: Fill,
    trans: Operation,
    diag: Diagonal,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
) {
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { b.set(i, j, if alpha.is_zero() { T::zero() } else { alpha * b.get(i, j) }) };
        }
    }
    // SAFETY: this function requires what its callee does.
    unsafe { solve(side, uplo, trans, diag, (m, n), a, b) }
}

/// `B = op(A)^-1 B`, or `B = B op(A)^-1`, for B of `m` by `n`.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), but for a diagonal of ones; `b`
/// is writable for `m` by `n` and does not overlap `a`.
pub(crate) unsafe fn solve<T: Number>(
    side: Side,
    uplo: Fill,
    trans: Operation,
    diag: Diagonal,
    (m, n): (usize, usize),
    a: Matrix<T>,
    b: Matrix<T>,
) {
    let order = side.stored(m, n);
    // SAFETY: this function requires what its callee does; the triangle is our own.
    unsafe {
        let mut whole = triangle(uplo, trans, diag, order, a);
        let lower = uplo.after(trans) == Fill::Lower;
        match side {
            Side::Left => solve_left(lower, order, n, whole.matrix(), b),
            // X A = B is A' X' = B'.
            Side::Right => solve_left(!lower, order, m, whole.matrix().transposed(), b.transposed()),
        }
    }
}

/// `B = A^-1 B` for a triangle of `order` and `columns` right-hand sides.
///
/// # Safety
/// `a` is readable for `order` by `order` elements; `b` is writable for `order` by `columns` and does not overlap `a`.
unsafe fn solve_left<T: Number>(lower: bool, order: usize, columns: usize, a: Matrix<T>, b: Matrix<T>) {
    let starts: Vec<usize> = (0..order).step_by(BLOCK).collect();
    let ordered: Box<dyn Iterator<Item = &usize>> = if lower { Box::new(starts.iter()) } else { Box::new(starts.iter().rev()) };
    for &first in ordered {
        let end = (first + BLOCK).min(order);
        let rest = if lower { end..order } else { 0..first };
        // SAFETY: this function requires what its callee does; the rows of `rest` are others than those just found.
        unsafe {
            substitute(lower, end - first, columns, a.from(first, first), b.from(first, 0));
            let (left, right) = ((a.from(rest.start, first), false), (b.from(first, 0), false));
            product((rest.len(), columns, end - first), -T::one(), left, right, T::one(), b.from(rest.start, 0));
        }
    }
}

/// The same, unknown by unknown.
///
/// # Safety
/// `a` is readable for `order` by `order` elements; `b` is writable for `order` by `columns` and does not overlap `a`.
unsafe fn substitute<T: Number>(lower: bool, order: usize, columns: usize, a: Matrix<T>, b: Matrix<T>) {
    for column in 0..columns {
        for step in 0..order {
            let i = if lower { step } else { order - 1 - step };
            let rest = if lower { i + 1..order } else { 0..i };
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe {
                let found = b.get(i, column) / a.get(i, i);
                b.set(i, column, found);
                rest.for_each(|r| b.update(r, column, |value| value - found * a.get(r, i)));
            }
        }
    }
}

/// The inverse of a triangle; the other half of the result is zero where it is not the matrix itself.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements, but for a diagonal of ones; that of `inverse` is writable.
pub(super) unsafe fn trtri<T: Number>(uplo: Fill, diag: Diagonal, n: usize, a: Matrix<T>, inverse: Matrix<T>) {
    let mut found = Dense::made(n, n, |i, j| if i == j { T::one() } else { T::zero() });
    // SAFETY: this function requires what its callee does; the matrix that is found is our own.
    unsafe {
        solve(Side::Left, uplo, Operation::None, diag, (n, n), a, found.matrix());
        for j in 0..n {
            (0..n).filter(|&i| uplo.has(i, j)).for_each(|i| inverse.set(i, j, found.all[i + j * n]));
        }
    }
}
