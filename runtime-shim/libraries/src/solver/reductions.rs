//! Matrices into tridiagonal and bidiagonal ones by reflections, stored as LAPACK stores them (`sytrd`, `hetrd`, `gebrd`), and the
//! products of those reflections (`orgtr`, `ormtr`, `orgbr`). LAPACK's documentation of these routines has the layout; Golub and
//! Van Loan, "Matrix Computations", 8.3.1 and 5.4.8, the algorithms.

use crate::blas::{Fill, Operation, Side};
use crate::dense::{apply_q, reflect, reflect_right, reflection};
use crate::memory::{Dense, Matrix};
use crate::number::Number;

/// The matrix whose lower triangle is the stored one: the upper one's from its last element back.
fn lower<T: Copy>(uplo: Fill, n: usize, a: Matrix<T>) -> Matrix<T> {
    match uplo {
        Fill::Lower => a,
        Fill::Upper => reversed(a, n, n),
    }
}

/// A matrix from its last element back.
fn reversed<T: Copy>(a: Matrix<T>, rows: usize, columns: usize) -> Matrix<T> {
    let last = a.from(rows.saturating_sub(1), columns.saturating_sub(1));
    Matrix { rs: -a.rs, cs: -a.cs, ..last }
}

/// The place of an element where an array goes with [`lower`].
fn place(uplo: Fill, count: usize, i: usize) -> usize {
    if uplo == Fill::Lower { i } else { count - 1 - i }
}

/// `A = Q T Q'` of a Hermitian matrix: T's diagonals, and Q's reflections in the place of what T lacks.
///
/// # Safety
/// The triangle `uplo` of `a` is writable for `n` by `n` elements; `on` is valid for writes of `n`, `beside` and `tau` of `n - 1`.
pub(super) unsafe fn tridiagonal<T: Number>(
    uplo: Fill,
    n: usize,
    a: Matrix<T>,
    on: *mut T::Real,
    beside: *mut T::Real,
    tau: *mut T,
) {
    let a = lower(uplo, n, a);
    // SAFETY: indices stay within what this function requires to be readable and writable.
    unsafe {
        for k in 0..n.saturating_sub(1) {
            let (column, rest, m) = (a.from(k + 1, k), a.from(k + 1, k + 1), n - k - 1);
            let factor = reflection(column, 0, m);
            beside.add(place(uplo, n - 1, k)).write(column.get(0, 0).re());
            tau.add(place(uplo, n - 1, k)).write(factor);
            let v: Vec<T> = (0..m).map(|i| if i == 0 { T::one() } else { column.get(i, 0) }).collect();
            // What is above the diagonal is the conjugate of what is below it.
            let element = |i: usize, j: usize| if j <= i { rest.get(i, j) } else { rest.get(j, i).conj() };
            let row = |i: usize| factor * (0..m).map(|j| element(i, j) * v[j]).sum::<T>();
            let x: Vec<T> = (0..m).map(row).collect();
            let along: T = x.iter().zip(&v).map(|(x, v)| x.conj() * *v).sum();
            let half = (factor * along) / (T::one() + T::one());
            let w: Vec<T> = x.iter().zip(&v).map(|(x, v)| *x - half * *v).collect();
            for j in 0..m {
                for i in j..m {
                    rest.update(i, j, |value| value - v[i] * w[j].conj() - w[i] * v[j].conj());
                }
            }
        }
        for i in 0..n {
            let value = a.get(i, i).re();
            a.set(i, i, T::of(value));
            on.add(place(uplo, n, i)).write(value);
        }
    }
}

/// `C = op(Q) C` or `C = C op(Q)` for the Q of [`tridiagonal`].
///
/// # Safety
/// `a` and `tau` are as that has left them, for as many rows as C has (left) or columns (right); `c` is writable for `m` by `n` elements
/// and does not overlap `a`.
pub(super) unsafe fn times_q<T: Number>(
    side: Side,
    uplo: Fill,
    trans: Operation,
    (m, n): (usize, usize),
    a: Matrix<T>,
    tau: *const T,
    c: Matrix<T>,
) {
    let order = side.stored(m, n);
    if order < 2 {
        return;
    }
    let (count, from_left) = (order - 1, side == Side::Left);
    // SAFETY: as required; the factors are our own.
    unsafe {
        let factors: Vec<T> = (0..count).map(|k| tau.add(place(uplo, count, k)).read()).collect();
        let turned = match (uplo, from_left) {
            (Fill::Lower, _) => c,
            (Fill::Upper, true) => Matrix { rs: -c.rs, ..c.from(m - 1, 0) },
            (Fill::Upper, false) => Matrix { cs: -c.cs, ..c.from(0, n - 1) },
        };
        let (c, extent) = if from_left { (turned.from(1, 0), (m - 1, n)) } else { (turned.from(0, 1), (m, n - 1)) };
        apply_q(side, trans, (extent.0, extent.1, count), lower(uplo, order, a).from(1, 0), factors.as_ptr(), c);
    }
}

fn unit<T: Number>(rows: usize, columns: usize) -> Dense<T> {
    Dense::made(rows, columns, |i, j| if i == j { T::one() } else { T::zero() })
}

/// The Q of [`tridiagonal`].
///
/// # Safety
/// `a` and `tau` are as that has left them for `n` rows.
pub(super) unsafe fn q_of_tridiagonal<T: Number>(uplo: Fill, n: usize, a: Matrix<T>, tau: *const T) -> Dense<T> {
    let mut q = unit(n, n);
    // SAFETY: as required; Q is our own.
    unsafe { times_q(Side::Left, uplo, Operation::None, (n, n), a, tau, q.matrix()) };
    q
}

/// `A = Q B P'` for a bidiagonal B: its diagonals, upper where A has at least as many rows as columns, else lower, and the reflections
/// of Q and P in the place of what B lacks.
///
/// # Safety
/// `a` is writable for `m` by `n` elements; `on`, `tau_q` and `tau_p` are valid for writes of `min(m, n)`, `beside` of one less.
pub(super) unsafe fn bidiagonal<T: Number>(
    (m, n): (usize, usize),
    a: Matrix<T>,
    (on, beside): (*mut T::Real, *mut T::Real),
    (tau_q, tau_p): (*mut T, *mut T),
) {
    // SAFETY: indices stay within what this function requires to be readable and writable; the copy is our own.
    unsafe {
        if m < n {
            let mut turned = Dense::made(n, m, |i, j| a.get(j, i).conj());
            bidiagonal((n, m), turned.matrix(), (on, beside), (tau_p, tau_q));
            (0..m * n).for_each(|at| a.set(at % m, at / m, turned.all[at / m + (at % m) * n].conj()));
            return;
        }
        for k in 0..n {
            let factor = reflection(a.from(k, k), 0, m - k);
            tau_q.add(k).write(factor);
            on.add(k).write(a.get(k, k).re());
            reflect(a.from(k, k), 0, m - k, factor.conj(), a.from(k, k), 1..n - k);
            let rest = n - k - 1;
            if rest == 0 {
                tau_p.add(k).write(T::zero());
                continue;
            }
            let mut row = Dense::made(rest, 1, |j, _| a.get(k, k + 1 + j).conj());
            let factor = reflection(row.matrix(), 0, rest);
            tau_p.add(k).write(factor);
            beside.add(k).write(row.all[0].re());
            reflect_right(row.matrix(), 0, rest, factor, a.from(k + 1, k + 1), m - k - 1);
            row.all.iter().enumerate().for_each(|(j, value)| a.set(k, k + 1 + j, value.conj()));
        }
    }
}

/// The first `n` columns of the Q of [`bidiagonal`] of a matrix of `m` rows and `k` columns.
///
/// # Safety
/// `a` and `tau` are as that has left them.
pub(super) unsafe fn q_of_bidiagonal<T: Number>((m, n, k): (usize, usize, usize), a: Matrix<T>, tau: *const T) -> Dense<T> {
    let mut q = unit(m, n);
    let whole = q.matrix();
    // The reflections of a wide matrix leave the first element alone.
    let (count, from, to) = if m >= k { (k, a, whole) } else { (m - 1, a.from(1, 0), whole.from(1, 1)) };
    let skipped = usize::from(m < k);
    // SAFETY: as required; Q is our own.
    unsafe { apply_q(Side::Left, Operation::None, (m - skipped, n - skipped, count), from, tau, to) };
    q
}

/// The first `m` rows of the conjugate transpose of the P of [`bidiagonal`] of a matrix of `k` rows and `n` columns.
///
/// # Safety
/// `a` and `tau` are as that has left them.
pub(super) unsafe fn p_of_bidiagonal<T: Number>((m, n, k): (usize, usize, usize), a: Matrix<T>, tau: *const T) -> Dense<T> {
    // SAFETY: as required.
    let mut turned = Dense::made(n, k.min(n), |i, j| unsafe { if j < i { a.get(j, i).conj() } else { T::zero() } });
    // SAFETY: the copy is our own.
    let p = unsafe { q_of_bidiagonal((n, m, if k < n { k } else { n + 1 }), turned.matrix(), tau) };
    Dense::made(m, n, |i, j| p.all[j + i * n].conj())
}

#[cfg(test)]
mod tests;
