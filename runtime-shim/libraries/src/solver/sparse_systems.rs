//! Linear systems of sparse matrices: Cholesky's factorisation row by row along the elimination tree (Liu, "The role of elimination
//! trees in sparse factorization", 1990), and QR by Givens rotations of rows (George and Heath, 1980), after an ordering by the
//! approximate minimum degree of the crate faer where one is asked for.

use crate::number::Number;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;
use num_traits::{Float, Zero};

/// Elements of a row, or of a column, by their places.
type Line<T> = Vec<(usize, T)>;

/// A square matrix by rows, whose columns need not be sorted.
pub(super) struct Rows<T> {
    pub(super) rows: Vec<Line<T>>,
}

impl<T: Number> Rows<T> {
    /// The place of each row and column in an order that keeps factors sparse; as they are where there is none to find.
    pub(super) fn order(&self) -> Vec<usize> {
        let n = self.rows.len();
        let (mut starts, mut others) = (vec![0], Vec::new());
        for row in &self.rows {
            let mut columns: Vec<usize> = row.iter().map(|&(column, _)| column).collect();
            columns.sort_unstable();
            columns.dedup();
            others.extend(columns);
            starts.push(others.len());
        }
        let (mut order, mut places) = (vec![0; n], vec![0; n]);
        let mut memory = MemBuffer::new(amd::order_maybe_unsorted_scratch::<usize>(n, others.len()));
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &starts, None, &others);
        let found =
            amd::order_maybe_unsorted(&mut order, &mut places, pattern, amd::Control::default(), MemStack::new(&mut memory));
        if found.is_ok() { places } else { (0..n).collect() }
    }
}

/// Solves with the lower triangle of a Hermitian matrix in place of the right-hand side, or gives the first pivot, in the order
/// taken, that is not above `tolerance`. `places` has that of each row.
pub(super) fn cholesky<T: Number>(a: &Rows<T>, places: &[usize], tolerance: T::Real, x: &mut [T]) -> Result<(), usize> {
    let n = a.rows.len();
    let mut lower: Vec<Line<T>> = vec![Vec::new(); n];
    for (i, row) in a.rows.iter().enumerate() {
        for &(j, value) in row.iter().filter(|&&(j, _)| j <= i) {
            let (i, j) = (places[i], places[j]);
            lower[i.max(j)].push((i.min(j), if i < j { value.conj() } else { value }));
        }
    }
    let none = usize::MAX;
    let (mut parents, mut ancestors, mut marks) = (vec![none; n], vec![none; n], vec![none; n]);
    let (mut columns, mut pivots): (Vec<Line<T>>, _) = (vec![Vec::new(); n], vec![T::zero(); n]);
    let mut work = vec![T::zero(); n];
    let mut pattern = Vec::new();
    for k in 0..n {
        let mut pivot = T::Real::zero();
        for &(j, value) in &lower[k] {
            if j == k {
                pivot += value.re();
                continue;
            }
            work[j] += value;
            let mut i = j;
            while i != none && i < k {
                let next = std::mem::replace(&mut ancestors[i], k);
                if next == none {
                    parents[i] = k;
                }
                i = next;
            }
        }
        // The row of the factor has elements where paths in the tree lead from those of the matrix up to the row.
        pattern.clear();
        marks[k] = k;
        for &(j, _) in &lower[k] {
            let mut i = j;
            while marks[i] != k {
                marks[i] = k;
                pattern.push(i);
                i = parents[i];
            }
        }
        pattern.sort_unstable();
        for &i in &pattern {
            let element = std::mem::replace(&mut work[i], T::zero()) / pivots[i];
            for &(row, value) in &columns[i] {
                work[row] -= value.conj() * element;
            }
            pivot -= element.square();
            columns[i].push((k, element));
        }
        if !(pivot > T::Real::zero() && pivot.sqrt() > tolerance) {
            return Err(k);
        }
        pivots[k] = T::of(pivot.sqrt());
    }
    let mut y = vec![T::zero(); n];
    places.iter().zip(x.iter()).for_each(|(&place, &value)| y[place] = value);
    for k in 0..n {
        let value = y[k] / pivots[k];
        y[k] = value;
        columns[k].iter().for_each(|&(row, element)| y[row] -= element * value);
    }
    for k in (0..n).rev() {
        let known: T = columns[k].iter().map(|&(row, element)| element.conj() * y[row]).sum();
        y[k] = (y[k] - known) / pivots[k];
    }
    places.iter().zip(x).for_each(|(&place, value)| *value = y[place]);
    Ok(())
}

/// Solves in place of the right-hand side, or gives the first diagonal element of R, in the order taken, whose modulus is not above
/// `tolerance`.
pub(super) fn qr<T: Number>(a: &Rows<T>, places: &[usize], tolerance: T::Real, x: &mut [T]) -> Result<(), usize> {
    let n = a.rows.len();
    let mut triangle: Vec<Option<(Line<T>, T)>> = vec![None; n];
    let mut order = vec![0; n];
    places.iter().enumerate().for_each(|(row, &place)| order[place] = row);
    for &from in &order {
        let mut row: Line<T> = a.rows[from].iter().map(|&(column, value)| (places[column], value)).collect();
        row.sort_unstable_by_key(|&(column, _)| column);
        let mut right = x[from];
        while let Some(&(column, leading)) = row.first() {
            if leading.is_zero() {
                row.remove(0);
                continue;
            }
            let Some((other, other_right)) = &mut triangle[column] else {
                triangle[column] = Some((row, right));
                break;
            };
            let pivot = other[0].1;
            let length = pivot.modulus().hypot(leading.modulus());
            let (c, s) = (pivot.conj().scale(length.recip()), leading.conj().scale(length.recip()));
            let turned = (c * *other_right + s * right, c.conj() * right - s.conj() * *other_right);
            let (kept, mut rest) = rotate(other, &row, (c, s));
            // What the rotation makes zero.
            rest.remove(0);
            (*other, *other_right, row, right) = (kept, turned.0, rest, turned.1);
        }
    }
    let is_small = |size: T::Real| size.is_nan() || size <= tolerance;
    let is_small = |row: &Option<(Line<T>, T)>| row.as_ref().is_none_or(|(row, _)| is_small(row[0].1.modulus()));
    if let Some(first) = triangle.iter().position(is_small) {
        return Err(first);
    }
    let mut y = vec![T::zero(); n];
    for (k, row) in triangle.iter().enumerate().rev() {
        let Some((row, right)) = row else { continue };
        let known: T = row[1..].iter().map(|&(column, value)| value * y[column]).sum();
        y[k] = (*right - known) / row[0].1;
    }
    places.iter().zip(x).for_each(|(&place, value)| *value = y[place]);
    Ok(())
}

/// `(c a + s b, conj(c) b - conj(s) a)` of rows whose columns rise.
fn rotate<T: Number>(a: &Line<T>, b: &Line<T>, (c, s): (T, T)) -> (Line<T>, Line<T>) {
    let (mut first, mut second) = (Vec::with_capacity(a.len() + b.len()), Vec::with_capacity(a.len() + b.len()));
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let column = a.get(i).map_or(usize::MAX, |one| one.0).min(b.get(j).map_or(usize::MAX, |one| one.0));
        let take = |line: &Line<T>, at: &mut usize| match line.get(*at) {
            Some(&(place, value)) if place == column => {
                *at += 1;
                value
            }
            _ => T::zero(),
        };
        let (x, y) = (take(a, &mut i), take(b, &mut j));
        first.push((column, c * x + s * y));
        second.push((column, c.conj() * y - s.conj() * x));
    }
    (first, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::c64;

    /// The five-point Laplacian of a square with `shift` on the diagonal, in a basis of complex phases.
    fn laplacian(side: usize, shift: f64) -> Rows<c64> {
        let phase = |i: usize| c64::from_polar(1.0, 0.3 * i as f64);
        let rows = (0..side * side).map(|at| {
            let (i, j) = (at / side, at % side);
            let mut row = vec![(at, c64::new(4.0 + shift, 0.0))];
            let mut beside = |other: usize| row.push((other, -phase(at) * phase(other).conj()));
            if i > 0 {
                beside(at - side);
            }
            if i + 1 < side {
                beside(at + side);
            }
            if j > 0 {
                beside(at - 1);
            }
            if j + 1 < side {
                beside(at + 1);
            }
            row
        });
        Rows { rows: rows.collect() }
    }

    fn left_over(a: &Rows<c64>, x: &[c64], b: &[c64]) -> f64 {
        let along = |row: &Line<c64>| -> c64 { row.iter().map(|&(j, value)| value * x[j]).sum() };
        a.rows.iter().zip(b).map(|(row, b)| (along(row) - b).norm()).fold(0.0, f64::max)
    }

    #[test]
    fn both_factorisations_solve_in_each_order() {
        let a = laplacian(9, 0.1);
        let b: Vec<c64> = (0..81).map(|i| c64::new((i % 7) as f64 - 3.0, (i % 4) as f64)).collect();
        for places in [(0..81).collect(), a.order()] {
            let (mut first, mut second) = (b.clone(), b.clone());
            assert_eq!(cholesky(&a, &places, 1e-12, &mut first), Ok(()));
            assert_eq!(qr(&a, &places, 1e-12, &mut second), Ok(()));
            assert!(left_over(&a, &first, &b) < 1e-12 && left_over(&a, &second, &b) < 1e-12);
        }
    }

    #[test]
    fn pivots_that_are_too_small_are_told() {
        let singular = Rows { rows: vec![vec![(0, 1.0), (1, 1.0)], vec![(1, 1.0), (0, 1.0)], vec![(2, 1.0)]] };
        assert_eq!(qr(&singular, &[0, 1, 2], 1e-12, &mut [1.0; 3]), Err(1));
        assert_eq!(cholesky(&singular, &[0, 1, 2], 1e-12, &mut [1.0; 3]), Err(1));
        let empty = Rows { rows: vec![vec![(0, 1.0)], vec![]] };
        assert_eq!(qr(&empty, &[0, 1], 0.0, &mut [1.0; 2]), Err(1));
    }
}
