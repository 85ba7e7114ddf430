//! BLAS level 3: products of matrices. All of them come down to the `gemm` crate's kernels.

#![allow(clippy::too_many_arguments)]

use super::parameters::{Fill, Operation, Side};
use crate::memory::{Dense, Matrix, Vector};
use crate::number::Number;
use gemm::Parallelism;
use half::f16;

/// Products with fewer multiplications than this are done by one thread (measured: a thread more costs some microseconds).
const ONE_THREAD: usize = 64 * 64 * 64;

/// Columns of a triangle that are worked on together.
const BLOCK: usize = 128;

/// A matrix that is a factor, and whether its conjugate is meant.
pub(crate) type Factor<T> = (Matrix<T>, bool);

/// `C = alpha A B + beta C` for matrices that are `m` by `k` and `k` by `n`. Where beta is zero, `C` is not read.
///
/// # Safety
/// `a` is readable for `m` by `k` elements and `b` for `k` by `n`; `c` is writable for `m` by `n` and overlaps neither.
pub(crate) unsafe fn product<T: Number>(
    (m, n, k): (usize, usize, usize),
    alpha: T,
    (a, conj_a): Factor<T>,
    (b, conj_b): Factor<T>,
    beta: T,
    c: Matrix<T>,
) {
    if m == 0 || n == 0 {
        return;
    }
    if k == 0 || alpha.is_zero() {
        // SAFETY: this function requires what its callee does.
        return unsafe { scale((m, n), beta, c) };
    }
    let small = m.saturating_mul(n).saturating_mul(k) <= ONE_THREAD;
    let threads = if small { Parallelism::None } else { Parallelism::Rayon(0) };
    let read = !beta.is_zero();
    // SAFETY: this function requires what its callee does; each matrix passes its own strides.
    unsafe {
        gemm::gemm(m, n, k, c.p, c.cs, c.rs, read, a.p, a.cs, a.rs, b.p, b.cs, b.rs, beta, alpha, false, conj_a, conj_b, threads);
    }
}

/// # Safety
/// `c` is writable for `m` by `n` elements.
unsafe fn scale<T: Number>((m, n): (usize, usize), beta: T, c: Matrix<T>) {
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, if beta.is_zero() { T::zero() } else { beta * c.get(i, j) }) };
        }
    }
}

/// # Safety
/// `op_a(a)` is readable for `m` by `k` elements and `op_b(b)` for `k` by `n`; `c` is writable for `m` by `n` and overlaps
/// neither.
pub(crate) unsafe fn gemm<T: Number>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    let (a, b) = ((op_a.view(a), op_a.conjugates()), (op_b.view(b), op_b.conjugates()));
    // SAFETY: this function requires what its callee does.
    unsafe { product((m, n, k), alpha, a, b, beta, c) }
}

/// Half precision, multiplied and summed in single precision.
///
/// # Safety
/// `op_a(a)` is readable for `m` by `k` elements and `op_b(b)` for `k` by `n`; `c` is writable for `m` by `n` and overlaps
/// neither.
pub(super) unsafe fn gemm_half<T: Into<f32> + Copy>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<f16>,
    b: Matrix<f16>,
    beta: T,
    c: Matrix<f16>,
) {
    let (a, b) = (op_a.view(a), op_b.view(b));
    // SAFETY: indices stay within what this function requires to be readable and writable.
    let mut wide_a = Dense::made(m, k, |i, j| unsafe { a.get(i, j) }.to_f32());
    // SAFETY: indices stay within what this function requires to be readable and writable.
    let mut wide_b = Dense::made(k, n, |i, j| unsafe { b.get(i, j) }.to_f32());
    let mut wide_c = Dense::<f32>::zeros(m, n);
    let beta: f32 = beta.into();
    // SAFETY: the matrices are our own.
    unsafe { product((m, n, k), alpha.into(), (wide_a.matrix(), false), (wide_b.matrix(), false), 0.0, wide_c.matrix()) };
    for (at, &sum) in wide_c.all.iter().enumerate() {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { c.update(at % m, at / m, |old| f16::from_f32(if beta == 0.0 { sum } else { sum + beta * old.to_f32() })) };
    }
}

/// `C = alpha A B + beta C` in one triangle of C. `hermitian` keeps the diagonal real.
///
/// # Safety
/// `a` is readable for `n` by `k` elements and `b` for `k` by `n`; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
unsafe fn triangle_of_product<T: Number>(
    (uplo, n, k): (Fill, usize, usize),
    alpha: T,
    (a, conj_a): Factor<T>,
    (b, conj_b): Factor<T>,
    beta: T,
    c: Matrix<T>,
    hermitian: bool,
) {
    for first in (0..n).step_by(BLOCK) {
        let end = (first + BLOCK).min(n);
        let width = end - first;
        let beside = if uplo == Fill::Lower { end..n } else { 0..first };
        let mut corner = Dense::zeros(width, width);
        // SAFETY: this function requires what its callee does; the corner is our own.
        unsafe {
            let columns = (b.from(0, first), conj_b);
            let rows = (a.from(beside.start, 0), conj_a);
            product((beside.len(), width, k), alpha, rows, columns, beta, c.from(beside.start, first));
            product((width, width, k), alpha, (a.from(first, 0), conj_a), columns, T::zero(), corner.matrix());
            add_corner(uplo, &corner, beta, c.from(first, first), hermitian);
        }
    }
}

/// `C = corner + beta C` in one triangle.
///
/// # Safety
/// The triangle `uplo` of `c` is writable for as many rows and columns as `corner` has.
unsafe fn add_corner<T: Number>(uplo: Fill, corner: &Dense<T>, beta: T, c: Matrix<T>, hermitian: bool) {
    for j in 0..corner.rows {
        for i in (0..corner.rows).filter(|&i| uplo.has(i, j)) {
            let sum = corner.all[i + j * corner.rows];
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe {
                let sum = if beta.is_zero() { sum } else { sum + beta * c.get(i, j) };
                c.set(i, j, if hermitian && i == j { T::of(sum.re()) } else { sum });
            }
        }
    }
}

/// A matrix and its own transpose or conjugate transpose, in that order, as factors.
fn with_itself<T: Number>(trans: Operation, a: Matrix<T>, b: Matrix<T>, hermitian: bool) -> (Factor<T>, Factor<T>) {
    let (left, right) = (trans.view(a), trans.view(b).transposed());
    ((left, hermitian && trans.turns()), (right, hermitian && !trans.turns()))
}

/// # Safety
/// `op(a)` is readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c` does not overlap
/// `a`.
pub(super) unsafe fn syrk<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { syrkx(uplo, trans, n, k, alpha, a, a, beta, c) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn syrkx<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    let (left, right) = with_itself(trans, a, b, false);
    // SAFETY: this function requires what its callee does.
    unsafe { triangle_of_product((uplo, n, k), alpha, left, right, beta, c, false) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn syr2k<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe {
        syrkx(uplo, trans, n, k, alpha, a, b, beta, c);
        syrkx(uplo, trans, n, k, alpha, b, a, T::one(), c);
    }
}

/// # Safety
/// `op(a)` is readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c` does not overlap
/// `a`.
pub(super) unsafe fn herk<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T::Real,
    a: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { herkx(uplo, trans, n, k, T::of(alpha), a, a, beta, c) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn herkx<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    let (left, right) = with_itself(trans, a, b, true);
    // SAFETY: this function requires what its callee does.
    unsafe { triangle_of_product((uplo, n, k), alpha, left, right, T::of(beta), c, true) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn her2k<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    // Each half alone has a complex diagonal, whose imaginary parts cancel: the first keeps them for the second.
    let (left, right) = with_itself(trans, a, b, true);
    let (other_left, other_right) = with_itself(trans, b, a, true);
    // SAFETY: this function requires what its callee does.
    unsafe {
        triangle_of_product((uplo, n, k), alpha, left, right, T::of(beta), c, false);
        triangle_of_product((uplo, n, k), alpha.conj(), other_left, other_right, T::one(), c, true);
    }
}

/// A symmetric or Hermitian matrix of which one triangle is stored, whole.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements.
unsafe fn whole<T: Number>(uplo: Fill, n: usize, a: Matrix<T>, hermitian: bool) -> Dense<T> {
    Dense::made(n, n, |i, j| {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            match (uplo.has(i, j), hermitian && i == j) {
                (_, true) => T::of(a.get(i, j).re()),
                (true, _) => a.get(i, j),
                (false, _) => a.get(j, i).conj_if(hermitian),
            }
        }
    })
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
unsafe fn half_stored<T: Number>(
    (hermitian, side, uplo): (bool, Side, Fill),
    (m, n): (usize, usize),
    alpha: T,
    (a, b): (Matrix<T>, Matrix<T>),
    beta: T,
    c: Matrix<T>,
) {
    let order = side.stored(m, n);
    // SAFETY: this function requires what its callee does; the whole matrix is our own.
    unsafe {
        let mut all = whole(uplo, order, a, hermitian);
        let (all, b) = ((all.matrix(), false), (b, false));
        match side {
            Side::Left => product((m, n, m), alpha, all, b, beta, c),
            Side::Right => product((m, n, n), alpha, b, all, beta, c),
        }
    }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
pub(super) unsafe fn symm<T: Number>(
    side: Side,
    uplo: Fill,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { half_stored((false, side, uplo), (m, n), alpha, (a, b), beta, c) }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
pub(super) unsafe fn hemm<T: Number>(
    side: Side,
    uplo: Fill,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { half_stored((true, side, uplo), (m, n), alpha, (a, b), beta, c) }
}

/// `C = alpha op(A) + beta op(B)`; C may be A or B where that is not transposed.
///
/// # Safety
/// Where its factor is not zero, `op_a(a)`, and so `op_b(b)`, is readable for `m` by `n` elements; `c` is writable for as many.
pub(super) unsafe fn geam<T: Number>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    beta: T,
    b: Matrix<T>,
    c: Matrix<T>,
) {
    let (a, b) = ((op_a.view(a), op_a.conjugates()), (op_b.view(b), op_b.conjugates()));
    // A factor of zero leaves its matrix unread.
    let term = |by: T, (of, conjugate): Factor<T>, i, j| {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        if by.is_zero() { T::zero() } else { by * unsafe { of.get(i, j) }.conj_if(conjugate) }
    };
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, term(alpha, a, i, j) + term(beta, b, i, j)) };
        }
    }
}

/// Rows or columns scaled by a vector.
///
/// # Safety
/// `a` is readable for `m` by `n` elements, `x` for `m` (left) or `n` (right); `c` is writable for `m` by `n`.
pub(super) unsafe fn dgmm<T: Number>(side: Side, m: usize, n: usize, a: Matrix<T>, x: Vector<T>, c: Matrix<T>) {
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, a.get(i, j) * x.get(side.stored(i, j))) };
        }
    }
}
