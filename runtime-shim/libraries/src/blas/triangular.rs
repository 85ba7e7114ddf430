//! BLAS level 3 with triangles: products, solutions of equations, inverses.

#![allow(clippy::too_many_arguments)]

use super::level3::with_threads;
use super::parameters::{Diagonal, Fill, Operation, Side};
use crate::kernels::{Operand, Part};
use crate::memory::{Dense, Matrix};
use crate::number::Number;

/// A triangle as it is after the operation.
fn triangle<T: Number>(uplo: Fill, trans: Operation, diag: Diagonal, a: Matrix<T>) -> Operand<T> {
    let part = match (uplo.after(trans), diag) {
        (Fill::Lower, Diagonal::Read) => Part::Lower,
        (Fill::Upper, Diagonal::Read) => Part::Upper,
        (Fill::Lower, Diagonal::Ones) => Part::LowerWithOnes,
        (Fill::Upper, Diagonal::Ones) => Part::UpperWithOnes,
    };
    Operand { matrix: trans.view(a), conjugate: trans.conjugates(), part }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), but for a diagonal of ones; `b`
/// is readable and `c` writable for `m` by `n`, and `c` overlaps `a` nowhere, and `b` nowhere unless it is the same matrix.
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
    if m == 0 || n == 0 {
        return;
    }
    // SAFETY: indices stay within what this function requires to be readable and writable; the copy is our own.
    unsafe {
        if alpha.is_zero() {
            return (0..n).for_each(|j| (0..m).for_each(|i| c.set(i, j, T::zero())));
        }
        let mut copy = (b.p == c.p).then(|| Dense::made(m, n, |i, j| b.get(i, j)));
        let matrix = copy.as_mut().map_or(b, Dense::matrix);
        let (whole, triangle) = (Operand::whole(matrix, false), triangle(uplo, trans, diag, a));
        let extent = (m, n, side.stored(m, n));
        let (left, right) = if side == Side::Left { (triangle, whole) } else { (whole, triangle) };
        T::multiply(extent, alpha, left, right, false, (c, Part::Whole), with_threads(extent));
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
    if m == 0 || n == 0 {
        return;
    }
    let triangle = triangle(uplo, trans, diag, a);
    let threads = with_threads((m, n, side.stored(m, n)));
    // SAFETY: this function requires what its callee does.
    unsafe {
        match side {
            Side::Left => T::solve_triangle(m, n, triangle, b, threads),
            // X A = B is A' X' = B'.
            Side::Right => T::solve_triangle(n, m, triangle.transposed(), b.transposed(), threads),
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
