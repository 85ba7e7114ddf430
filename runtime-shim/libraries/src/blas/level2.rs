//! BLAS level 2: matrices with vectors. Triangles and bands differ in where an element lies alone.

#![allow(clippy::too_many_arguments)]

use super::level1;
use super::level3::product;
use super::parameters::{Diagonal, Fill, Operation};
use crate::memory::{Matrix, Vector};
use crate::number::Number;

/// Where the elements of a triangle, or of half of a symmetric matrix, lie, and how many diagonals beside the main one it has.
#[derive(Clone, Copy)]
pub(super) struct Half<T> {
    p: *mut T,
    uplo: Fill,
    n: usize,
    layout: Layout,
}

#[derive(Clone, Copy)]
enum Layout {
    Full(isize),
    Band { ld: isize, k: usize },
    Packed,
}

impl<T: Number> Half<T> {
    fn full(uplo: Fill, n: usize, a: Matrix<T>) -> Half<T> {
        Half { p: a.p, uplo, n, layout: Layout::Full(a.cs) }
    }

    fn band(uplo: Fill, n: usize, k: usize, a: Matrix<T>) -> Half<T> {
        Half { p: a.p, uplo, n, layout: Layout::Band { ld: a.cs, k } }
    }

    fn packed(uplo: Fill, n: usize, p: *mut T) -> Half<T> {
        Half { p, uplo, n, layout: Layout::Packed }
    }

    /// The rows of a column that are stored.
    fn rows(&self, j: usize) -> std::ops::Range<usize> {
        let reach = if let Layout::Band { k, .. } = self.layout { k } else { self.n };
        match self.uplo {
            Fill::Upper => j.saturating_sub(reach)..j + 1,
            Fill::Lower => j..(j + reach + 1).min(self.n),
        }
    }

    fn at(&self, i: usize, j: usize) -> *mut T {
        let (row, column) = (i as isize, j as isize);
        let offset = match (self.layout, self.uplo) {
            (Layout::Full(ld), _) => row + column * ld,
            (Layout::Band { ld, k }, Fill::Upper) => k as isize + row - column + column * ld,
            (Layout::Band { ld, .. }, Fill::Lower) => row - column + column * ld,
            (Layout::Packed, Fill::Upper) => row + column * (column + 1) / 2,
            (Layout::Packed, Fill::Lower) => row + column * (2 * self.n as isize - column - 1) / 2,
        };
        self.p.wrapping_offset(offset)
    }

    /// # Safety
    /// Element (`i`, `j`) is one that is stored, and readable.
    unsafe fn get(&self, i: usize, j: usize) -> T {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { self.at(i, j).read() }
    }

    /// An element of the triangle, with its diagonal as asked for.
    ///
    /// # Safety
    /// Element (`i`, `j`) is one that is stored and readable, unless it is on a diagonal of ones.
    unsafe fn element(&self, i: usize, j: usize, diag: Diagonal) -> T {
        if i == j && diag == Diagonal::Ones {
            return T::one();
        }
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { self.get(i, j) }
    }
}

/// `y = beta y`, where zero clears what was there, even what is no number.
///
/// # Safety
/// `y` is writable for `n` elements.
unsafe fn scale<T: Number>(n: usize, beta: T, y: Vector<T>) {
    for i in 0..n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe { y.set(i, if beta.is_zero() { T::zero() } else { beta * y.get(i) }) };
    }
}

/// `y += alpha op(A) x` for the rows of each column that `rows` names.
///
/// # Safety
/// For each column `j` below `columns` and each row `i` that `rows(j)` names, `at(i, j)` may be called; `x` is readable and `y`
/// writable at `i` and at `j`.
unsafe fn add_product<T: Number>(
    trans: Operation,
    columns: usize,
    rows: impl Fn(usize) -> std::ops::Range<usize>,
    at: impl Fn(usize, usize) -> T,
    alpha: T,
    (x, y): (Vector<T>, Vector<T>),
) {
    for j in 0..columns {
        let rows = rows(j);
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            if trans.turns() {
                let term = |i| at(i, j).conj_if(trans.conjugates()) * x.get(i);
                let sum = level1::sum(rows.len(), |i| term(rows.start + i));
                y.update(j, |y| y + alpha * sum);
            } else {
                let by = alpha * x.get(j);
                for i in rows {
                    y.update(i, |y| y + by * at(i, j));
                }
            }
        }
    }
}

/// # Safety
/// `a` is readable for `m` by `n` elements, `x` for as many as `op(a)` has columns; `y` is writable for as many as it has rows.
pub(super) unsafe fn gemv<T: Number>(
    trans: Operation,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    x: Vector<T>,
    beta: T,
    y: Vector<T>,
) {
    let (rows, columns) = (trans.stored(m, n), trans.stored(n, m));
    let (x, y) = (x.column(columns), y.column(rows));
    // SAFETY: this function requires what its callee does.
    unsafe { product((rows, 1, columns), alpha, (trans.view(a), trans.conjugates()), (x, false), beta, y) }
}

/// # Safety
/// `a`, a band of `kl` diagonals below and `ku` above the main one, is readable for `kl + ku + 1` by `n` elements, `x` for as
/// many as `op(a)` has columns; `y` is writable for as many as it has rows.
pub(super) unsafe fn gbmv<T: Number>(
    trans: Operation,
    m: usize,
    n: usize,
    kl: usize,
    ku: usize,
    alpha: T,
    a: Matrix<T>,
    x: Vector<T>,
    beta: T,
    y: Vector<T>,
) {
    let rows = |j: usize| j.saturating_sub(ku).min(m)..(j + kl + 1).min(m);
    // SAFETY: indices stay within what this function requires to be readable and writable.
    unsafe {
        scale(trans.stored(m, n), beta, y);
        add_product(trans, n, rows, |i, j| a.get(ku + i - j, j), alpha, (x, y));
    }
}

/// # Safety
/// `x` is readable for `m` elements and `y` for `n`; `a` is writable for `m` by `n`, and overlaps neither.
pub(super) unsafe fn geru<T: Number>(m: usize, n: usize, alpha: T, x: Vector<T>, y: Vector<T>, a: Matrix<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { add_outer(m, n, alpha, x, (y, false), a) }
}

/// # Safety
/// `x` is readable for `m` elements and `y` for `n`; `a` is writable for `m` by `n`, and overlaps neither.
pub(super) unsafe fn gerc<T: Number>(m: usize, n: usize, alpha: T, x: Vector<T>, y: Vector<T>, a: Matrix<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { add_outer(m, n, alpha, x, (y, true), a) }
}

/// `A += alpha x y'`, or with the conjugate of `y`.
///
/// # Safety
/// `x` is readable for `m` elements and `y` for `n`; `a` is writable for `m` by `n`, and overlaps neither.
unsafe fn add_outer<T: Number>(m: usize, n: usize, alpha: T, x: Vector<T>, (y, conjugate): (Vector<T>, bool), a: Matrix<T>) {
    let (x, y) = (x.column(m), y.column(n).transposed());
    // SAFETY: this function requires what its callee does.
    unsafe { product((m, n, 1), alpha, (x, false), (y, conjugate), T::one(), a) }
}

/// `y = alpha A x + beta y` where half of a symmetric matrix, or of a Hermitian one, is stored.
///
/// # Safety
/// What `a` stores is readable, `x` is readable and `y` writable for `a.n` elements.
unsafe fn symmetric<T: Number>(hermitian: bool, a: Half<T>, alpha: T, x: Vector<T>, beta: T, y: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe {
        scale(a.n, beta, y);
        for j in 0..a.n {
            for i in a.rows(j) {
                let element = a.get(i, j);
                if i == j {
                    let diagonal = if hermitian { T::of(element.re()) } else { element };
                    y.update(j, |y| y + alpha * diagonal * x.get(j));
                } else {
                    y.update(i, |y| y + alpha * element * x.get(j));
                    y.update(j, |y| y + alpha * element.conj_if(hermitian) * x.get(i));
                }
            }
        }
    }
}

/// `A += alpha x y' + alpha' y x'`, or with one vector `A += alpha x x'`.
///
/// # Safety
/// What `a` stores is writable; `x` and `y` are readable for `a.n` elements.
unsafe fn rank<T: Number>(hermitian: bool, a: Half<T>, alpha: T, x: Vector<T>, y: Option<Vector<T>>) {
    for j in 0..a.n {
        for i in a.rows(j) {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe {
                let other = y.unwrap_or(x);
                let mut add = alpha * x.get(i) * other.get(j).conj_if(hermitian);
                if let Some(y) = y {
                    add += alpha.conj_if(hermitian) * y.get(i) * x.get(j).conj_if(hermitian);
                }
                let sum = a.get(i, j) + add;
                a.at(i, j).write(if hermitian && i == j { T::of(sum.re()) } else { sum });
            }
        }
    }
}

/// `x = op(A) x`.
///
/// # Safety
/// What `a` stores is readable, but for a diagonal of ones; `x` is writable for `a.n` elements.
unsafe fn triangular_product<T: Number>(a: Half<T>, trans: Operation, diag: Diagonal, x: Vector<T>) {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    unsafe {
        let old: Vec<T> = (0..a.n).map(|i| x.get(i)).collect();
        let mut new = vec![T::zero(); a.n];
        for j in 0..a.n {
            for i in a.rows(j) {
                let element = a.element(i, j, diag).conj_if(trans.conjugates());
                if trans.turns() { new[j] += element * old[i] } else { new[i] += element * old[j] }
            }
        }
        new.iter().enumerate().for_each(|(i, &value)| x.set(i, value));
    }
}

/// `x = op(A)^-1 x`, by substitution from the end where nothing else is unknown.
///
/// # Safety
/// What `a` stores is readable, but for a diagonal of ones; `x` is writable for `a.n` elements.
unsafe fn triangular_solve<T: Number>(a: Half<T>, trans: Operation, diag: Diagonal, x: Vector<T>) {
    let forward = a.uplo.after(trans) == Fill::Lower;
    for step in 0..a.n {
        let j = if forward { step } else { a.n - 1 - step };
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let others = a.rows(j).filter(|&i| i != j);
            let element = |i| a.get(i, j).conj_if(trans.conjugates());
            let divided = |value: T| if diag == Diagonal::Ones { value } else { value / element(j) };
            if trans.turns() {
                let known: T = others.map(|i| element(i) * x.get(i)).sum();
                x.update(j, |x| divided(x - known));
            } else {
                x.update(j, divided);
                let by = x.get(j);
                others.for_each(|i| x.update(i, |x| x - by * element(i)));
            }
        }
    }
}

/// Entry functions of one line each: `name(uplo, n; parameters) = what they come down to`.
macro_rules! halves {
    ($($name:ident($uplo:ident, $n:ident; $($parameter:ident: $of:ty),*) = $function:ident($($argument:expr),*);)*) => { $(
        /// # Safety
        /// What is stored of `a` (a triangle, a band of `k` diagonals beside the main one, or a packed triangle) is readable, or
        /// writable where there is no `y` or no `beta`: it is the result then. `x` is readable for `n` elements; so is `y`, or
        /// writable where there is a `beta`.
        pub(super) unsafe fn $name<T: Number>($uplo: Fill, $n: usize, $($parameter: $of),*) {
            // SAFETY: this function requires what its callee does.
            unsafe { $function($($argument),*) }
        }
    )* };
}

type V<T> = Vector<T>;
type M<T> = Matrix<T>;

halves! {
    symv(uplo, n; alpha: T, a: M<T>, x: V<T>, beta: T, y: V<T>) = symmetric(false, Half::full(uplo, n, a), alpha, x, beta, y);
    hemv(uplo, n; alpha: T, a: M<T>, x: V<T>, beta: T, y: V<T>) = symmetric(true, Half::full(uplo, n, a), alpha, x, beta, y);
    sbmv(uplo, n; k: usize, alpha: T, a: M<T>, x: V<T>, beta: T, y: V<T>) = symmetric(false, Half::band(uplo, n, k, a), alpha, x, beta, y);
    hbmv(uplo, n; k: usize, alpha: T, a: M<T>, x: V<T>, beta: T, y: V<T>) = symmetric(true, Half::band(uplo, n, k, a), alpha, x, beta, y);
    spmv(uplo, n; alpha: T, a: *mut T, x: V<T>, beta: T, y: V<T>) = symmetric(false, Half::packed(uplo, n, a), alpha, x, beta, y);
    hpmv(uplo, n; alpha: T, a: *mut T, x: V<T>, beta: T, y: V<T>) = symmetric(true, Half::packed(uplo, n, a), alpha, x, beta, y);
    syr(uplo, n; alpha: T, x: V<T>, a: M<T>) = rank(false, Half::full(uplo, n, a), alpha, x, None);
    her(uplo, n; alpha: T::Real, x: V<T>, a: M<T>) = rank(true, Half::full(uplo, n, a), T::of(alpha), x, None);
    spr(uplo, n; alpha: T, x: V<T>, a: *mut T) = rank(false, Half::packed(uplo, n, a), alpha, x, None);
    hpr(uplo, n; alpha: T::Real, x: V<T>, a: *mut T) = rank(true, Half::packed(uplo, n, a), T::of(alpha), x, None);
    syr2(uplo, n; alpha: T, x: V<T>, y: V<T>, a: M<T>) = rank(false, Half::full(uplo, n, a), alpha, x, Some(y));
    her2(uplo, n; alpha: T, x: V<T>, y: V<T>, a: M<T>) = rank(true, Half::full(uplo, n, a), alpha, x, Some(y));
    spr2(uplo, n; alpha: T, x: V<T>, y: V<T>, a: *mut T) = rank(false, Half::packed(uplo, n, a), alpha, x, Some(y));
    hpr2(uplo, n; alpha: T, x: V<T>, y: V<T>, a: *mut T) = rank(true, Half::packed(uplo, n, a), alpha, x, Some(y));
}

type Op = Operation;
type Diag = Diagonal;

/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements; `x` is writable for `n`.
pub(super) unsafe fn trmv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, a: Matrix<T>, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_product(Half::full(uplo, n, a), trans, diag, x) }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements; `x` is writable for `n`.
pub(super) unsafe fn trsv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, a: Matrix<T>, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_solve(Half::full(uplo, n, a), trans, diag, x) }
}

/// # Safety
/// `a`, a band of `k` diagonals beside the main one, is readable for `k + 1` by `n` elements; `x` is writable for `n`.
pub(super) unsafe fn tbmv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, k: usize, a: Matrix<T>, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_product(Half::band(uplo, n, k, a), trans, diag, x) }
}

/// # Safety
/// `a`, a band of `k` diagonals beside the main one, is readable for `k + 1` by `n` elements; `x` is writable for `n`.
pub(super) unsafe fn tbsv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, k: usize, a: Matrix<T>, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_solve(Half::band(uplo, n, k, a), trans, diag, x) }
}

/// # Safety
/// `a`, a packed triangle, is readable for `n (n + 1) / 2` elements; `x` is writable for `n`.
pub(super) unsafe fn tpmv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, a: *mut T, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_product(Half::packed(uplo, n, a), trans, diag, x) }
}

/// # Safety
/// `a`, a packed triangle, is readable for `n (n + 1) / 2` elements; `x` is writable for `n`.
pub(super) unsafe fn tpsv<T: Number>(uplo: Fill, trans: Op, diag: Diag, n: usize, a: *mut T, x: Vector<T>) {
    // SAFETY: this function requires what its callee does.
    unsafe { triangular_solve(Half::packed(uplo, n, a), trans, diag, x) }
}
