//! Eigenvalues of symmetric and Hermitian matrices, and singular values, by Jacobi's rotations: slow for large matrices, accurate.

use crate::memory::Dense;
use crate::number::{Number, Real};
use num_traits::{Float, One, Zero};

/// When rotations end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// What may be left beside the diagonal, as a part of the matrix's norm (Frobenius); at zero, rotations go on until none changes
    /// anything in the element type.
    pub(crate) tolerance: f64,
    /// Sweeps, rounds over all pairs, that are done at most; a handful is usual.
    pub(crate) sweeps: usize,
    /// Whether values are sorted.
    pub(crate) sorted: bool,
}

impl Default for Limits {
    /// hipSOLVER's defaults.
    fn default() -> Limits {
        Limits { tolerance: 0.0, sweeps: 100, sorted: true }
    }
}

/// What rotations came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// Sweeps in which a pair was rotated.
    pub(crate) sweeps: usize,
    /// The Frobenius norm of what is left beside the diagonal of `V' A V`, or of `U' A V` for singular values.
    pub(crate) residual: f64,
    pub(crate) converged: bool,
}

impl Course {
    /// Sweeps until the tolerance is kept or nothing is left to rotate.
    ///
    /// `sweep` says whether it has rotated a pair; `residual` measures what is left.
    fn run<R: Real, S>(
        limits: Limits,
        norm: f64,
        state: &mut S,
        sweep: impl Fn(&mut S) -> bool,
        residual: impl Fn(&S) -> f64,
    ) -> Course {
        let (mut sweeps, mut at_rest) = (0, false);
        if !norm.is_finite() {
            return Course { residual: f64::NAN, ..Course::default() };
        }
        let kept = |left: f64| left <= limits.tolerance * norm;
        while sweeps < limits.sweeps && !at_rest && !(limits.tolerance > 0.0 && kept(residual(state))) {
            at_rest = !sweep(state);
            sweeps += usize::from(!at_rest);
        }
        let left = residual(state);
        let precision = R::epsilon().to_f64().unwrap_or(0.0) * norm;
        Course { sweeps, residual: left, converged: at_rest || kept(left) || left <= precision }
    }
}

/// The rotation that makes a Hermitian matrix of two rows diagonal: cosine, sine with its phase.
struct Rotation<T: Number> {
    cosine: T::Real,
    sine: T::Real,
    phase: T,
}

impl<T: Number> Rotation<T> {
    /// Of `[[p, off], [off', q]]`.
    fn of(p: T::Real, q: T::Real, off: T) -> Rotation<T> {
        let size = off.modulus();
        let two = T::Real::one() + T::Real::one();
        let tau = (q - p) / (two * size);
        let sign = if tau < T::Real::zero() { -T::Real::one() } else { T::Real::one() };
        let tangent = sign / (tau.abs() + (T::Real::one() + tau * tau).sqrt());
        let cosine = (T::Real::one() + tangent * tangent).sqrt().recip();
        Rotation { cosine, sine: tangent * cosine, phase: off.conj().scale(size.recip()) }
    }

    /// Of two columns.
    fn columns(&self, a: &mut Dense<T>, p: usize, q: usize) {
        for i in 0..a.rows {
            let (left, right) = (a.all[i + p * a.rows], a.all[i + q * a.rows] * self.phase);
            a.all[i + p * a.rows] = left.scale(self.cosine) - right.scale(self.sine);
            a.all[i + q * a.rows] = left.scale(self.sine) + right.scale(self.cosine);
        }
    }

    /// Of two rows.
    fn rows(&self, a: &mut Dense<T>, p: usize, q: usize) {
        let columns = a.all.len() / a.rows;
        for j in 0..columns {
            let (upper, lower) = (a.all[p + j * a.rows], a.all[q + j * a.rows] * self.phase.conj());
            a.all[p + j * a.rows] = upper.scale(self.cosine) - lower.scale(self.sine);
            a.all[q + j * a.rows] = upper.scale(self.sine) + lower.scale(self.cosine);
        }
    }
}

fn unit<T: Number>(n: usize) -> Dense<T> {
    Dense::made(n, n, |i, j| if i == j { T::one() } else { T::zero() })
}

/// Eigenvalues, with their vectors in the columns: in rising order, or as they come.
pub(crate) fn eigen<T: Number>(a: Dense<T>, limits: Limits) -> (Vec<T::Real>, Dense<T>, Course) {
    let vectors = unit(a.rows);
    eigen_from(a, vectors, limits)
}

/// The same of a matrix that is in another basis already, whose vectors are the columns of `basis`.
pub(crate) fn eigen_from<T: Number>(a: Dense<T>, basis: Dense<T>, limits: Limits) -> (Vec<T::Real>, Dense<T>, Course) {
    let n = a.rows;
    let norm = frobenius(&a.all);
    let mut state = (a, basis);
    let course =
        Course::run::<T::Real, _>(limits, norm, &mut state, |(a, vectors)| eigen_sweep(a, vectors), |(a, _)| beside_diagonal(a));
    let (a, vectors) = state;
    let values: Vec<T::Real> = (0..n).map(|i| a.all[i + i * n].re()).collect();
    let order = if limits.sorted { sorted(&values, |a, b| a < b) } else { (0..n).collect() };
    (order.iter().map(|&i| values[i]).collect(), picked(&vectors, &order), course)
}

/// Rotates each pair of a Hermitian matrix's rows once, where that changes anything.
fn eigen_sweep<T: Number>(a: &mut Dense<T>, vectors: &mut Dense<T>) -> bool {
    let n = a.rows;
    let small = T::Real::epsilon() * T::Real::epsilon();
    let mut rotated = false;
    for p in 0..n {
        for q in p + 1..n {
            let (pp, qq, pq) = (a.all[p + p * n].re(), a.all[q + q * n].re(), a.all[p + q * n]);
            if pq.square() <= small * (pp * qq).abs() || pq.square().is_zero() {
                continue;
            }
            rotated = true;
            let rotation = Rotation::of(pp, qq, pq);
            rotation.columns(a, p, q);
            rotation.rows(a, p, q);
            rotation.columns(vectors, p, q);
        }
    }
    rotated
}

fn beside_diagonal<T: Number>(a: &Dense<T>) -> f64 {
    let n = a.rows;
    let places = (0..n * n).filter(|place| place / n != place % n);
    places.map(|place| double(a.all[place].square())).sum::<f64>().sqrt()
}

/// Singular values, with U's and V's columns to them, for at least as many rows as columns: in falling order, or as they come.
pub(crate) fn singular<T: Number>(a: Dense<T>, columns: usize, limits: Limits) -> (Vec<T::Real>, Dense<T>, Dense<T>, Course) {
    singular_from(a, unit(columns), limits)
}

/// The same of a matrix `A V` where the columns of V are orthonormal.
pub(crate) fn singular_from<T: Number>(
    a: Dense<T>,
    basis: Dense<T>,
    limits: Limits,
) -> (Vec<T::Real>, Dense<T>, Dense<T>, Course) {
    let columns = basis.rows;
    let norm_of_a = frobenius(&a.all);
    let mut state = (a, basis);
    let course =
        Course::run::<T::Real, _>(limits, norm_of_a, &mut state, |(a, v)| singular_sweep(a, v), |(a, v)| oblique(a, v.rows));
    let (a, v) = state;
    let values: Vec<T::Real> = (0..columns).map(|j| norm(column(&a, j)).sqrt()).collect();
    let order = if limits.sorted { sorted(&values, |a, b| a > b) } else { (0..columns).collect() };
    let (mut u, v) = (picked(&a, &order), picked(&v, &order));
    let values: Vec<T::Real> = order.iter().map(|&j| values[j]).collect();
    for (j, &value) in values.iter().enumerate() {
        let by = if value.is_zero() { T::Real::zero() } else { value.recip() };
        let rows = u.rows;
        u.all[j * rows..(j + 1) * rows].iter_mut().for_each(|element| *element = element.scale(by));
    }
    (values, u, v, course)
}

/// Rotates each pair of columns once to be orthogonal, where that changes anything.
fn singular_sweep<T: Number>(a: &mut Dense<T>, v: &mut Dense<T>) -> bool {
    let columns = v.rows;
    let small = T::Real::epsilon() * T::Real::epsilon();
    let mut rotated = false;
    for p in 0..columns {
        for q in p + 1..columns {
            let (pp, qq, pq) = (norm(column(a, p)), norm(column(a, q)), dot(column(a, p), column(a, q)));
            if pq.square() <= small * pp * qq || pq.square().is_zero() {
                continue;
            }
            rotated = true;
            let rotation = Rotation::of(pp, qq, pq);
            rotation.columns(a, p, q);
            rotation.columns(v, p, q);
        }
    }
    rotated
}

/// With the columns of `a` as U times the singular values: what is beside the diagonal of `U' A V`.
fn oblique<T: Number>(a: &Dense<T>, columns: usize) -> f64 {
    let lengths: Vec<f64> = (0..columns).map(|j| double(norm(column(a, j)))).collect();
    let mut sum = 0.0;
    for p in 0..columns {
        for q in p + 1..columns {
            let along = double(dot(column(a, p), column(a, q)).square());
            sum += [p, q].iter().filter(|&&j| lengths[j] > 0.0).map(|&j| along / lengths[j]).sum::<f64>();
        }
    }
    sum.sqrt()
}

fn double<R: Real>(value: R) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// The norm of all elements together.
pub(crate) fn frobenius<T: Number>(all: &[T]) -> f64 {
    all.iter().map(|element| double(element.square())).sum::<f64>().sqrt()
}

/// Columns that are zero or missing become unit vectors orthogonal to all others, up to `wanted` columns.
pub(crate) fn completed<T: Number>(mut u: Dense<T>, wanted: usize) -> Dense<T> {
    let rows = u.rows;
    u.all.resize(rows * wanted, T::zero());
    let half = (T::Real::one() + T::Real::one()).recip();
    let mut candidate = 0;
    for j in 0..wanted {
        while norm(column(&u, j)) < half && candidate < rows {
            let mut new = vec![T::zero(); rows];
            new[candidate] = T::one();
            candidate += 1;
            // Twice is enough for the full precision.
            for _ in 0..2 {
                for other in (0..wanted).filter(|&other| other != j) {
                    let along = dot(column(&u, other), &new);
                    new.iter_mut().zip(column(&u, other)).for_each(|(new, &old)| *new -= along * old);
                }
            }
            let length = norm(&new).sqrt();
            if length > T::Real::epsilon().sqrt() {
                let scaled = new.iter().map(|element| element.scale(length.recip()));
                u.all[j * rows..(j + 1) * rows].iter_mut().zip(scaled).for_each(|(to, from)| *to = from);
            }
        }
    }
    u
}

fn column<T>(a: &Dense<T>, j: usize) -> &[T] {
    &a.all[j * a.rows..(j + 1) * a.rows]
}

fn norm<T: Number>(x: &[T]) -> T::Real {
    x.iter().fold(T::Real::zero(), |sum, x| sum + x.square())
}

fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).map(|(x, &y)| x.conj() * y).sum()
}

fn sorted<R: Real>(values: &[R], before: impl Fn(R, R) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| match (before(values[i], values[j]), before(values[j], values[i])) {
        (true, _) => std::cmp::Ordering::Less,
        (_, true) => std::cmp::Ordering::Greater,
        _ => std::cmp::Ordering::Equal,
    });
    order
}

fn picked<T: Number>(a: &Dense<T>, order: &[usize]) -> Dense<T> {
    Dense { rows: a.rows, all: order.iter().flat_map(|&j| column(a, j).to_vec()).collect() }
}
