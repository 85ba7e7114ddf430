//! What the dense functions do with matrices of any element type, once their arguments are checked.

use crate::blas::{Diagonal, Fill, Operation, Side, solve};
use crate::entry::Outcome;
use crate::jacobi::{self, Limits};
use crate::memory::{Dense, Matrix};
use crate::number::Number;
use crate::spectrum;

/// A pointer and what it leads to, for work in streams.
#[derive(Clone, Copy)]
pub(super) struct Shared<T>(pub(super) *mut T);

// SAFETY: programs answer for who uses their memory when.
unsafe impl<T> Send for Shared<T> {}

impl<T> Shared<T> {
    pub(super) fn get(&self) -> *mut T {
        self.0
    }
}

pub(super) fn is_matrix<T>(rows: i32, columns: i32, p: *const T, ld: i32) -> bool {
    rows >= 0 && columns >= 0 && ld >= rows.max(1) && (rows == 0 || columns == 0 || !p.is_null())
}

pub(super) fn matrix<T: Copy>(p: *const T, ld: i32) -> Matrix<T> {
    Matrix::new(p.cast_mut(), ld as usize)
}

pub(super) fn size(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// A Hermitian matrix of which a triangle is stored, whole.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements.
pub(super) unsafe fn whole<T: Number>(uplo: Fill, n: usize, a: Matrix<T>) -> Dense<T> {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    Dense::made(n, n, |i, j| unsafe {
        match (i == j, uplo.has(i, j)) {
            (true, _) => T::of(a.get(i, i).re()),
            (_, true) => a.get(i, j),
            _ => a.get(j, i).conj(),
        }
    })
}

/// # Safety
/// `to` is writable for the rows of `from` by `columns` elements.
pub(super) unsafe fn store<T: Number>(from: &Dense<T>, columns: usize, to: Matrix<T>) {
    for j in 0..columns {
        for i in 0..from.rows {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { to.set(i, j, from.all[i + j * from.rows]) };
        }
    }
}

/// The inverse of a positive definite matrix, from its Cholesky factor, in the same triangle.
///
/// # Safety
/// The triangle `uplo` of `a` is writable for `n` by `n` elements.
pub(super) unsafe fn inverse<T: Number>(uplo: Fill, n: usize, a: Matrix<T>) {
    let mut unit = Dense::made(n, n, |i, j| if i == j { T::one() } else { T::zero() });
    // SAFETY: this function requires what its callee does; the unit matrix is our own.
    unsafe {
        cholesky_solve(uplo, (n, n), a, unit.matrix());
        for j in 0..n {
            (0..n).filter(|&i| uplo.has(i, j)).for_each(|i| a.set(i, j, unit.all[i + j * n]));
        }
    }
}

/// # Safety
/// With `extent` = (`n`, `columns`): the triangle `uplo` of `a` is readable for `n` by `n` elements; `b` is writable for `n` by
/// `columns` and does not overlap `a`.
pub(super) unsafe fn cholesky_solve<T: Number>(uplo: Fill, extent: (usize, usize), a: Matrix<T>, b: Matrix<T>) {
    let order = match uplo {
        Fill::Lower => [Operation::None, Operation::Conjugate],
        Fill::Upper => [Operation::Conjugate, Operation::None],
    };
    for trans in order {
        // SAFETY: this function requires what its callee does.
        unsafe { solve(Side::Left, uplo, trans, Diagonal::Read, extent, a, b) };
    }
}

/// Which vectors `gesvd` is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Vectors {
    All,
    Some,
    None,
}

impl Vectors {
    pub(super) fn of(letter: i8) -> Outcome<Vectors> {
        match letter as u8 {
            b'A' => Ok(Vectors::All),
            b'S' => Ok(Vectors::Some),
            b'N' => Ok(Vectors::None),
            b'O' => Err(crate::entry::not_supported("`gesvd` that overwrites its matrix with vectors")),
            _ => Err(crate::entry::Failure::InvalidValue),
        }
    }

    pub(super) fn count(self, all: usize, some: usize) -> usize {
        match self {
            Vectors::All => all,
            Vectors::Some => some,
            Vectors::None => 0,
        }
    }
}

/// What finds singular values of a matrix with at least as many rows as columns: itself, and how many those are; with the columns of
/// U and V, and what is said of the way.
pub(super) type Finder<T, C> = fn(Dense<T>, usize, Limits) -> (Vec<<T as Number>::Real>, Dense<T>, Dense<T>, C);

/// Singular values with the columns of U and of V that belong to them.
///
/// # Safety
/// `a` is readable for `m` by `n` elements.
pub(super) unsafe fn singular<T: Number, C>(
    (m, n): (usize, usize),
    a: Matrix<T>,
    limits: Limits,
    find: Finder<T, C>,
) -> (Vec<T::Real>, Dense<T>, Dense<T>, C) {
    // A wide matrix is the conjugate transpose of a tall one, whose U and V change places.
    let tall = m >= n;
    let (rows, columns) = if tall { (m, n) } else { (n, m) };
    // SAFETY: indices stay within what this function requires to be readable and writable.
    let copy = Dense::made(rows, columns, |i, j| unsafe { if tall { a.get(i, j) } else { a.get(j, i).conj() } });
    let (values, left, right, course) = find(copy, columns, limits);
    if tall { (values, left, right, course) } else { (values, right, left, course) }
}

/// Whether the iteration has converged.
///
/// # Safety
/// `a` is readable for `m` by `n` elements; `values` is valid for writes of `min(m, n)`; `u` is writable for `m` rows of as many
/// columns as `jobs.0` asks for, `vt` for as many rows as `jobs.1` asks for of `n`.
pub(super) unsafe fn gesvd<T: Number>(
    jobs: (Vectors, Vectors),
    (m, n): (usize, usize),
    a: Matrix<T>,
    values: *mut T::Real,
    u: Matrix<T>,
    vt: Matrix<T>,
) -> bool {
    let few = m.min(n);
    // SAFETY: this function requires what its callee does.
    unsafe {
        let (found, left, right, converged) =
            singular((m, n), a, Limits::default(), |a, columns, _| spectrum::singular(a, columns));
        found.iter().enumerate().for_each(|(i, &value)| values.add(i).write(value));
        let (of_u, of_v) = (jobs.0.count(m, few), jobs.1.count(n, few));
        if of_u > 0 {
            store(&jacobi::completed(left, of_u), of_u, u);
        }
        if of_v > 0 {
            let v = jacobi::completed(right, of_v);
            let turned = Dense::made(of_v, n, |i, j| v.all[j + i * n].conj());
            store(&turned, n, vt);
        }
        converged
    }
}
