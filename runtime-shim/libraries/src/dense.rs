//! Factorisations of dense matrices: LU with row exchanges, Cholesky, QR by reflections. The bulk of each is products of matrices.

use crate::blas::{Diagonal, Fill, Operation, Side, product, solve};
use crate::memory::{Dense, Matrix};
use crate::number::Number;
use num_traits::{Float, Zero};

/// Columns that are worked on together before the rest of the matrix is brought up to date.
const BLOCK: usize = 32;

/// Exchanges two rows of `columns` elements.
///
/// # Safety
/// The rows `one` and `other` of `a` are writable in `columns`.
pub(crate) unsafe fn exchange<T: Number>(a: Matrix<T>, columns: std::ops::Range<usize>, one: usize, other: usize) {
    if one == other {
        return;
    }
    for j in columns {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let held = a.get(one, j);
            a.set(one, j, a.get(other, j));
            a.set(other, j, held);
        }
    }
}

/// `P A = L U` in place. `pivot` is told each row that its own was exchanged with; without exchanges where it is none. Gives the
/// number, counted from one, of the first zero on U's diagonal, or zero.
///
/// # Safety
/// `a` is writable for `m` by `n` elements.
pub(crate) unsafe fn lu<T: Number>(m: usize, n: usize, a: Matrix<T>, mut pivot: Option<&mut dyn FnMut(usize, usize)>) -> i32 {
    let mut zero_at = 0;
    for first in (0..m.min(n)).step_by(BLOCK) {
        let end = (first + BLOCK).min(m.min(n));
        for j in first..end {
            // SAFETY: this function requires what its callee does.
            unsafe {
                let best = match &mut pivot {
                    Some(tell) => {
                        let best = largest(a, j, m);
                        tell(j, best);
                        best
                    }
                    None => j,
                };
                exchange(a, 0..n, j, best);
                if a.get(j, j).is_zero() {
                    zero_at = if zero_at == 0 { j as i32 + 1 } else { zero_at };
                    continue;
                }
                eliminate(a, j, m, end);
            }
        }
        // SAFETY: this function requires what its callee does; the four blocks do not overlap.
        unsafe {
            let (corner, right) = (a.from(first, first), a.from(first, end));
            solve(Side::Left, Fill::Lower, Operation::None, Diagonal::Ones, (end - first, n - end), corner, right);
            let (below, rest) = ((a.from(end, first), false), a.from(end, end));
            product((m - end, n - end, end - first), -T::one(), below, (right, false), T::one(), rest);
        }
    }
    zero_at
}

/// The row, from the diagonal on, of the column's largest element.
///
/// # Safety
/// Column `j` of `a` is readable for `m` elements.
unsafe fn largest<T: Number>(a: Matrix<T>, j: usize, m: usize) -> usize {
    let mut best = j;
    for i in j + 1..m {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        if unsafe { a.get(i, j).size() > a.get(best, j).size() } {
            best = i;
        }
    }
    best
}

/// One column of LU, and what it does to the columns up to `end`.
///
/// # Safety
/// `a` is writable for `m` by `end` elements.
unsafe fn eliminate<T: Number>(a: Matrix<T>, j: usize, m: usize, end: usize) {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    unsafe {
        let by = T::one() / a.get(j, j);
        (j + 1..m).for_each(|i| a.update(i, j, |value| value * by));
        for column in j + 1..end {
            let factor = a.get(j, column);
            (j + 1..m).for_each(|i| a.update(i, column, |value| value - a.get(i, j) * factor));
        }
    }
}

/// `A = L L'` or `A = U' U` in place; gives the number, counted from one, of the first minor that is not positive, or zero.
///
/// # Safety
/// The triangle `uplo` of `a` is writable for `n` by `n` elements.
pub(crate) unsafe fn cholesky<T: Number>(uplo: Fill, n: usize, a: Matrix<T>) -> i32 {
    // The upper triangle is the lower one of the transpose, whose elements are the conjugates.
    let a = if uplo == Fill::Upper { a.transposed() } else { a };
    for first in (0..n).step_by(BLOCK) {
        let end = (first + BLOCK).min(n);
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            for j in first..end {
                let known = (first..j).map(|k| a.get(j, k).square()).fold(T::Real::zero(), |sum, term| sum + term);
                let square = a.get(j, j).re() - known;
                if square.is_nan() || square <= T::Real::zero() {
                    return j as i32 + 1;
                }
                let root = square.sqrt();
                a.set(j, j, T::of(root));
                for i in j + 1..n {
                    let known: T = (first..j).map(|k| a.get(i, k) * a.get(j, k).conj()).sum();
                    a.update(i, j, |value| (value - known).scale(root.recip()));
                }
            }
            for j in end..n {
                for k in first..end {
                    let by = a.get(j, k).conj();
                    (j..n).for_each(|i| a.update(i, j, |value| value - a.get(i, k) * by));
                }
            }
        }
    }
    0
}

/// A reflection `1 - tau v v'` that takes a column to a multiple of its first element; `v` is left below that element.
///
/// # Safety
/// Column `j` of `a` is writable for `m` elements.
pub(crate) unsafe fn reflection<T: Number>(a: Matrix<T>, j: usize, m: usize) -> T {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    unsafe {
        let head = a.get(j, j);
        let below = (j + 1..m).map(|i| a.get(i, j).square()).fold(T::Real::zero(), |sum, term| sum + term);
        if below.is_zero() && head.im().is_zero() {
            return T::zero();
        }
        let length = (head.square() + below).sqrt();
        let beta = if head.re() > T::Real::zero() { -length } else { length };
        let by = T::one() / (head - T::of(beta));
        (j + 1..m).for_each(|i| a.update(i, j, |value| value * by));
        a.set(j, j, T::of(beta));
        (T::of(beta) - head).scale(beta.recip())
    }
}

/// `C = (1 - tau v v') C` for columns of `c`; `v` begins with a one that is not stored, at row `j` of `a`.
///
/// # Safety
/// Column `j` of `a` is readable for `m` elements, and is none of `columns` if `c` is the same matrix; `c` is writable for `m`
/// rows of `columns`.
pub(crate) unsafe fn reflect<T: Number>(a: Matrix<T>, j: usize, m: usize, tau: T, c: Matrix<T>, columns: std::ops::Range<usize>) {
    for column in columns {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let along: T = c.get(j, column) + (j + 1..m).map(|i| a.get(i, j).conj() * c.get(i, column)).sum::<T>();
            let by = tau * along;
            c.update(j, column, |value| value - by);
            (j + 1..m).for_each(|i| c.update(i, column, |value| value - by * a.get(i, j)));
        }
    }
}

/// `A = Q R` in place: R, and the reflections that Q is the product of, with `tau` of each.
///
/// # Safety
/// `a` is writable for `m` by `n` elements; `tau` is valid for writes of `min(m, n)`.
pub(crate) unsafe fn qr<T: Number>(m: usize, n: usize, a: Matrix<T>, tau: *mut T) {
    for j in 0..m.min(n) {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let factor = reflection(a, j, m);
            tau.add(j).write(factor);
            // A' is reflected by the conjugate factor: Q' A = R.
            reflect(a, j, m, factor.conj(), a, j + 1..n);
        }
    }
}

/// `C = op(Q) C` or `C = C op(Q)` where Q is the product of `k` reflections.
///
/// # Safety
/// `a` is readable for `k` columns of `m` elements (left) or `n` (right); `tau` is valid for reads of `k`; `c` is writable for
/// `m` by `n` and does not overlap `a`.
pub(crate) unsafe fn apply_q<T: Number>(
    side: Side,
    trans: Operation,
    (m, n, k): (usize, usize, usize),
    a: Matrix<T>,
    tau: *const T,
    c: Matrix<T>,
) {
    // C Q is (Q' C')', of which the conjugate is taken on the way.
    let from_left = side == Side::Left;
    let forward = from_left == trans.turns();
    for step in 0..k {
        let j = if forward { step } else { k - 1 - step };
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let factor = if trans.turns() { tau.add(j).read().conj() } else { tau.add(j).read() };
            if from_left {
                reflect(a, j, m, factor, c, 0..n);
            } else {
                reflect_right(a, j, n, factor, c, m);
            }
        }
    }
}

/// `C = C (1 - tau v v')` for the rows of `c`.
///
/// # Safety
/// Column `j` of `a` is readable for `n` elements; `c` is writable for `rows` by `n` and does not overlap it.
pub(crate) unsafe fn reflect_right<T: Number>(a: Matrix<T>, j: usize, n: usize, tau: T, c: Matrix<T>, rows: usize) {
    for row in 0..rows {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let along: T = c.get(row, j) + (j + 1..n).map(|i| c.get(row, i) * a.get(i, j)).sum::<T>();
            let by = tau * along;
            c.update(row, j, |value| value - by);
            (j + 1..n).for_each(|i| c.update(row, i, |value| value - by * a.get(i, j).conj()));
        }
    }
}

/// Solves `op(A) X = B` in place, by `A = Q R` of a matrix with no more columns than rows, or by `A = R' Q'`: where there are more
/// equations than unknowns, for the X that makes `B - op(A) X` least, else for the least X. A becomes the factors as LAPACK's `geqrf`
/// and `gelqf` leave them. Gives zero, or the number, counted from one, of the first zero on R's diagonal, and no X then.
///
/// # Safety
/// With `(m, n, columns)`: `a` is writable for `m` by `n` elements, and `b` for the more of both by `columns`.
pub(crate) unsafe fn least_squares<T: Number>(
    trans: Operation,
    (m, n, columns): (usize, usize, usize),
    a: Matrix<T>,
    b: Matrix<T>,
) -> i32 {
    let (rows, few, is_tall) = (m.max(n), m.min(n), m >= n);
    // SAFETY: indices stay within what this function requires to be writable; the factor is our own.
    unsafe {
        let change = |from: usize, change: &dyn Fn(T) -> T| {
            for j in 0..columns {
                (from..rows).for_each(|i| b.update(i, j, change));
            }
        };
        if few == 0 {
            change(0, &|_| T::zero());
            return 0;
        }
        let place = |i: usize, j: usize| if is_tall { a.from(i, j) } else { a.from(j, i) };
        let turned = |value: T| if is_tall { value } else { value.conj() };
        let mut factor = Dense::made(rows, few, |i, j| turned(place(i, j).get(0, 0)));
        let mut tau = vec![T::zero(); few];
        qr(rows, few, factor.matrix(), tau.as_mut_ptr());
        for j in 0..few {
            (0..rows).for_each(|i| place(i, j).set(0, 0, turned(factor.all[i + j * rows])));
        }
        if let Some(zero) = (0..few).find(|&i| factor.all[i + i * rows].is_zero()) {
            return zero as i32 + 1;
        }
        // Without conjugation, the equations are those of the conjugate sides and unknowns.
        let is_plain = trans == Operation::Transpose;
        if is_plain {
            change(0, &|value| value.conj());
        }
        let (left, tau) = (Side::Left, tau.as_ptr());
        if is_tall == (trans == Operation::None) {
            apply_q(left, Operation::Conjugate, (rows, columns, few), factor.matrix(), tau, b);
            solve(left, Fill::Upper, Operation::None, Diagonal::Read, (few, columns), factor.matrix(), b);
        } else {
            solve(left, Fill::Upper, Operation::Conjugate, Diagonal::Read, (few, columns), factor.matrix(), b);
            change(few, &|_| T::zero());
            apply_q(left, Operation::None, (rows, columns, few), factor.matrix(), tau, b);
        }
        if is_plain {
            change(0, &|value| value.conj());
        }
    }
    0
}

/// The rows, counted from one, that LU exchanged, applied to right-hand sides: forwards, or backwards to undo them.
///
/// # Safety
/// `pivots` is null or valid for reads of `n` numbers of rows, as [`lu`] tells them; `b` is writable for these rows of `columns`.
pub(crate) unsafe fn exchange_all<T: Number>(pivots: *const i32, n: usize, columns: usize, b: Matrix<T>, forward: bool) {
    if pivots.is_null() {
        return;
    }
    for step in 0..n {
        let row = if forward { step } else { n - 1 - step };
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let other = pivots.add(row).read();
            exchange(b, 0..columns, row, (other - 1).max(0) as usize);
        }
    }
}

/// Solves `op(A) X = B` with what [`lu`] has left.
///
/// # Safety
/// `a` is readable for `n` by `n` elements; `pivots` is null or valid for reads of `n` numbers from 1 to `n`; `b` is writable for
/// `n` by `columns` and does not overlap `a`.
pub(crate) unsafe fn lu_solve<T: Number>(
    trans: Operation,
    (n, columns): (usize, usize),
    a: Matrix<T>,
    pivots: *const i32,
    b: Matrix<T>,
) {
    let (left, extent) = (Side::Left, (n, columns));
    // SAFETY: this function requires what its callee does.
    unsafe {
        if trans.turns() {
            solve(left, Fill::Upper, trans, Diagonal::Read, extent, a, b);
            solve(left, Fill::Lower, trans, Diagonal::Ones, extent, a, b);
            exchange_all(pivots, n, columns, b, false);
        } else {
            exchange_all(pivots, n, columns, b, true);
            solve(left, Fill::Lower, trans, Diagonal::Ones, extent, a, b);
            solve(left, Fill::Upper, trans, Diagonal::Read, extent, a, b);
        }
    }
}
