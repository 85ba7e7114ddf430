//! Eigenvalues of symmetric and Hermitian matrices, and singular values, by Jacobi's rotations: slow for large matrices, accurate.

use crate::memory::Dense;
use crate::number::{Number, Real};
use num_traits::{Float, One, Zero};

/// Rounds over all pairs; a handful is usual.
const SWEEPS: usize = 60;

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

/// Eigenvalues in rising order, with their vectors in the columns.
pub(crate) fn eigen<T: Number>(mut a: Dense<T>) -> (Vec<T::Real>, Dense<T>) {
    let n = a.rows;
    let mut vectors = unit(n);
    let small = T::Real::epsilon() * T::Real::epsilon();
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (pp, qq, pq) = (a.all[p + p * n].re(), a.all[q + q * n].re(), a.all[p + q * n]);
                if pq.square() <= small * (pp * qq).abs() || pq.square().is_zero() {
                    continue;
                }
                rotated = true;
                let rotation = Rotation::of(pp, qq, pq);
                rotation.columns(&mut a, p, q);
                rotation.rows(&mut a, p, q);
                rotation.columns(&mut vectors, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    let values: Vec<T::Real> = (0..n).map(|i| a.all[i + i * n].re()).collect();
    let order = sorted(&values, |a, b| a < b);
    (order.iter().map(|&i| values[i]).collect(), picked(&vectors, &order))
}

/// Singular values in falling order, with U's and V's columns to them, for at least as many rows as columns.
pub(crate) fn singular<T: Number>(mut a: Dense<T>, columns: usize) -> (Vec<T::Real>, Dense<T>, Dense<T>) {
    let mut v = unit(columns);
    let small = T::Real::epsilon() * T::Real::epsilon();
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..columns {
            for q in p + 1..columns {
                let (pp, qq, pq) = (norm(column(&a, p)), norm(column(&a, q)), dot(column(&a, p), column(&a, q)));
                if pq.square() <= small * pp * qq || pq.square().is_zero() {
                    continue;
                }
                rotated = true;
                let rotation = Rotation::of(pp, qq, pq);
                rotation.columns(&mut a, p, q);
                rotation.columns(&mut v, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    let values: Vec<T::Real> = (0..columns).map(|j| norm(column(&a, j)).sqrt()).collect();
    let order = sorted(&values, |a, b| a > b);
    let (mut u, v) = (picked(&a, &order), picked(&v, &order));
    let values: Vec<T::Real> = order.iter().map(|&j| values[j]).collect();
    for (j, &value) in values.iter().enumerate() {
        let by = if value.is_zero() { T::Real::zero() } else { value.recip() };
        let rows = u.rows;
        u.all[j * rows..(j + 1) * rows].iter_mut().for_each(|element| *element = element.scale(by));
    }
    (values, u, v)
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
