//! Complex transforms of one to three dimensions: rows are transformed, and a transposition brings the next dimension into rows.

use rayon::prelude::*;
use rustfft::num_complex::Complex;
use rustfft::num_traits::Zero;
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::Arc;

/// A real type that is transformed in.
pub(super) trait Element: FftNum + Zero + Default {}
impl Element for f32 {}
impl Element for f64 {}

/// From this many elements on several threads work.
const ONE_THREAD: usize = 1 << 15;

/// Rows and columns that a transposition moves together: both fit into the first cache.
const TILE: usize = 16;

/// The transforms of each dimension, forward and backward.
pub(super) struct Axes<T: Element> {
    extent: Vec<usize>,
    transforms: Vec<[Arc<dyn Fft<T>>; 2]>,
}

impl<T: Element> Axes<T> {
    pub(super) fn new(extent: &[usize]) -> Axes<T> {
        let mut planner = FftPlanner::new();
        let both = |&n: &usize| [planner.plan_fft_forward(n), planner.plan_fft_inverse(n)];
        Axes { extent: extent.to_vec(), transforms: extent.iter().map(both).collect() }
    }

    /// Transforms all arrays that lie in `data` one after another, without a factor.
    pub(super) fn transform(&self, data: &mut Vec<Complex<T>>, backward: bool) {
        let size: usize = self.extent.iter().product();
        let mut turned = if self.extent.len() > 1 { vec![Complex::default(); data.len()] } else { Vec::new() };
        for axis in (0..self.extent.len()).rev() {
            rows(data, self.extent[axis], &*self.transforms[axis][usize::from(backward)]);
            if self.extent.len() > 1 {
                transpose(data, &mut turned, size, self.extent[axis]);
                std::mem::swap(data, &mut turned);
            }
        }
    }
}

fn rows<T: Element>(data: &mut [Complex<T>], length: usize, transform: &dyn Fft<T>) {
    let of_some = |rows: &mut [Complex<T>]| {
        let mut scratch = vec![Complex::default(); transform.get_inplace_scratch_len()];
        transform.process_with_scratch(rows, &mut scratch);
    };
    if data.len() <= ONE_THREAD {
        return of_some(data);
    }
    let together = length * (ONE_THREAD / 4).div_ceil(length);
    data.par_chunks_mut(together).for_each(of_some);
}

/// Each array of `data`, as rows of `length`, with rows for columns, into `turned`.
fn transpose<T: Element>(data: &[Complex<T>], turned: &mut [Complex<T>], size: usize, length: usize) {
    let columns = size / length;
    let of_one = |(from, to): (&[Complex<T>], &mut [Complex<T>])| {
        // `to` has rows of `columns`; each thread writes its own.
        let some = |(first, to): (usize, &mut [Complex<T>])| {
            // Through a tile of its own: where a row is a power of two long, the columns' cache lines would displace each other
            // before all of a line is used.
            let mut tile = [[Complex::default(); TILE]; TILE];
            let rows = to.len() / columns;
            for column in (0..columns).step_by(TILE) {
                let wide = TILE.min(columns - column);
                for at in 0..wide {
                    let of_column = &from[(column + at) * length + first * TILE..][..rows];
                    tile.iter_mut().zip(of_column).for_each(|(row, value)| row[at] = *value);
                }
                let of_rows = to.chunks_exact_mut(columns).zip(&tile);
                of_rows.for_each(|(row, values)| row[column..column + wide].copy_from_slice(&values[..wide]));
            }
        };
        if size <= ONE_THREAD {
            to.chunks_mut(columns * TILE).enumerate().for_each(some);
        } else {
            to.par_chunks_mut(columns * TILE).enumerate().for_each(some);
        }
    };
    data.chunks_exact(size).zip(turned.chunks_exact_mut(size)).for_each(of_one);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition.
    fn slow(extent: &[usize], data: &[Complex<f64>], sign: f64) -> Vec<Complex<f64>> {
        let indices = |mut at: usize| -> Vec<usize> {
            let mut found: Vec<usize> = extent.iter().rev().map(|&n| (at % n, at /= n).0).collect();
            found.reverse();
            found
        };
        let turn = |one: usize, other: usize| -> f64 {
            indices(one).iter().zip(indices(other)).zip(extent).map(|((&a, b), &n)| (a * b) as f64 / n as f64).sum()
        };
        let term = |k: usize, i: usize| data[i] * Complex::from_polar(1.0, sign * std::f64::consts::TAU * turn(k, i));
        (0..data.len()).map(|k| (0..data.len()).map(|i| term(k, i)).sum()).collect()
    }

    #[test]
    fn all_dimensions_are_transformed_as_the_definition_says() {
        for extent in [vec![7], vec![16], vec![5, 6], vec![3, 20], vec![4, 3, 5]] {
            let size: usize = extent.iter().product();
            let data: Vec<_> = (0..size).map(|i| Complex::new((i as f64 * 0.7).sin(), (i as f64 * 1.3).cos())).collect();
            for (backward, sign) in [(false, -1.0), (true, 1.0)] {
                let mut got = [data.clone(), data.clone()].concat();
                Axes::new(&extent).transform(&mut got, backward);
                let want = slow(&extent, &data, sign);
                for (got, want) in got.iter().zip(want.iter().chain(&want)) {
                    assert!((got - want).norm() < 1e-10, "{extent:?}: {got} for {want}");
                }
            }
        }
    }
}
