//! Transforms of packed arrays of one to three dimensions: along the last one, whose rows lie in a piece, and along the columns of the
//! others, some of which are brought together, transformed, and put back. Real arrays have spectra of half the size.

use crate::memory::Matrix;
use rayon::prelude::*;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
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

/// Bytes of columns that are brought together: what a core's second cache has room for.
const TOGETHER: usize = 1 << 18;

/// Columns that are brought together at most: two cache lines of a row in single precision.
const COLUMNS: usize = 16;

/// Elements between columns that are brought together: where they are a power of two long, those of one index would displace each
/// other from the first cache.
const APART: usize = 8;

/// The transforms of each dimension.
pub(super) struct Axes<T: Element> {
    extent: Vec<usize>,
    /// Forward and backward.
    transforms: Vec<[Arc<dyn Fft<T>>; 2]>,
    real: Option<RealRows<T>>,
}

/// The transforms of rows of real numbers.
struct RealRows<T: Element> {
    forward: Arc<dyn RealToComplex<T>>,
    backward: Arc<dyn ComplexToReal<T>>,
}

impl<T: Element> Axes<T> {
    /// The extents are those of the real side, if there is one.
    pub(super) fn new(extent: &[usize], is_real: bool) -> Axes<T> {
        let mut planner = FftPlanner::new();
        let both = |&n: &usize| [planner.plan_fft_forward(n), planner.plan_fft_inverse(n)];
        let transforms = extent.iter().map(both).collect();
        let real = is_real.then(|| {
            let (length, mut planner) = (extent[extent.len() - 1], RealFftPlanner::new());
            RealRows { forward: planner.plan_fft_forward(length), backward: planner.plan_fft_inverse(length) }
        });
        Axes { extent: extent.to_vec(), transforms, real }
    }

    /// Elements of a row of the last dimension.
    fn length(&self) -> usize {
        self.extent[self.extent.len() - 1]
    }

    /// Transforms all arrays that lie in `from` one after another into `to`, or those of `to` in place, without a factor.
    pub(super) fn complex(&self, from: Option<&[Complex<T>]>, to: &mut [Complex<T>], backward: bool) {
        let transform = &self.transforms[self.extent.len() - 1][usize::from(backward)];
        let length = self.length();
        in_pieces(to, length, |first, rows| {
            if let Some(from) = from {
                rows.copy_from_slice(&from[first * length..][..rows.len()]);
            }
            let mut scratch = vec![Complex::default(); transform.get_inplace_scratch_len()];
            transform.process_with_scratch(rows, &mut scratch);
        });
        self.columns(to, length, backward);
    }

    /// The spectra of the real arrays that lie in `from` one after another, or of those with a row in each row of `to`.
    pub(super) fn forward_real(&self, from: Option<&[T]>, to: &mut [Complex<T>]) {
        let Some(RealRows { forward: transform, .. }) = &self.real else { return };
        let (length, half) = (self.length(), self.length() / 2 + 1);
        in_pieces(to, half, |first, rows| {
            let mut scratch = transform.make_scratch_vec();
            let mut row = vec![T::zero(); length];
            for (at, to) in (first..).zip(rows.chunks_exact_mut(half)) {
                match from {
                    Some(from) => row.copy_from_slice(&from[at * length..][..length]),
                    None => row.copy_from_slice(&reals(to)[..length]),
                }
                // It fails for other lengths alone.
                let _ = transform.process_with_scratch(&mut row, to, &mut scratch);
            }
        });
        self.columns(to, half, false);
    }

    /// The real arrays that have the spectra in `from`, one after another into `to`, or with a row in each row of `from`. What is left
    /// in `from` otherwise has no meaning.
    pub(super) fn backward_real(&self, from: &mut [Complex<T>], to: Option<&mut [T]>) {
        let Some(RealRows { backward: transform, .. }) = &self.real else { return };
        let (length, half) = (self.length(), self.length() / 2 + 1);
        self.columns(from, half, true);
        let row = |from: &mut [Complex<T>], to: &mut [T], scratch: &mut [Complex<T>]| {
            // It fails for other lengths, and says of imaginary parts that a real array's spectrum has not that they count as zero.
            let _ = transform.process_with_scratch(from, &mut to[..length], scratch);
        };
        match to {
            Some(to) => {
                let from: &[Complex<T>] = from;
                in_pieces(to, length, |first, rows| {
                    let mut scratch = transform.make_scratch_vec();
                    let mut spectrum = vec![Complex::default(); half];
                    for (at, to) in (first..).zip(rows.chunks_exact_mut(length)) {
                        spectrum.copy_from_slice(&from[at * half..][..half]);
                        row(&mut spectrum, to, &mut scratch);
                    }
                });
            }
            None => in_pieces(from, half, |_, rows| {
                let mut scratch = transform.make_scratch_vec();
                let mut spectrum = vec![Complex::default(); half];
                for from in rows.chunks_exact_mut(half) {
                    spectrum.copy_from_slice(from);
                    row(&mut spectrum, reals(from), &mut scratch);
                }
            }),
        }
    }

    /// Transforms along all dimensions but the last, of which the arrays have `row` elements.
    fn columns(&self, data: &mut [Complex<T>], row: usize, backward: bool) {
        let mut inner = row;
        for axis in (0..self.extent.len() - 1).rev() {
            let (length, transform) = (self.extent[axis], &self.transforms[axis][usize::from(backward)]);
            let fit = TOGETHER / size_of::<Complex<T>>() / length;
            let wide = fit.clamp(COLUMNS / 4, COLUMNS);
            let (blocks, arrays) = (inner.div_ceil(wide), data.len() / (length * inner));
            let several = data.len() > ONE_THREAD;
            let whole = Matrix { p: data.as_mut_ptr(), rs: inner as isize, cs: 1 };
            let of_block = |space: &mut Space<T>, at: usize| {
                let (array, first) = (at / blocks, at % blocks * wide);
                let columns = whole.from(array * length, first);
                // SAFETY: the columns are in `data`, and no other block has them.
                unsafe { space.transform(columns, length, wide.min(inner - first), &**transform) };
            };
            let space = || Space::new(length, wide, &**transform);
            if several {
                (0..blocks * arrays).into_par_iter().for_each_init(space, of_block);
            } else {
                let mut space = space();
                (0..blocks * arrays).for_each(|at| of_block(&mut space, at));
            }
            inner *= length;
        }
    }
}

/// Columns that are brought together, and what their transform needs.
struct Space<T: Element> {
    columns: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
}

impl<T: Element> Space<T> {
    fn new(length: usize, wide: usize, transform: &dyn Fft<T>) -> Space<T> {
        let scratch = vec![Complex::default(); transform.get_inplace_scratch_len()];
        Space { columns: vec![Complex::default(); wide * (length + APART)], scratch }
    }

    /// Transforms `wide` columns in place.
    ///
    /// # Safety
    /// `from` is readable and writable for `length` by `wide` elements.
    unsafe fn transform(&mut self, from: Matrix<Complex<T>>, length: usize, wide: usize, transform: &dyn Fft<T>) {
        let pitch = length + APART;
        for i in 0..length {
            // SAFETY: the elements are readable, as required.
            (0..wide).for_each(|j| self.columns[j * pitch + i] = unsafe { from.get(i, j) });
        }
        for column in self.columns.chunks_exact_mut(pitch).take(wide) {
            transform.process_with_scratch(&mut column[..length], &mut self.scratch);
        }
        for i in 0..length {
            // SAFETY: the elements are writable, as required.
            (0..wide).for_each(|j| unsafe { from.set(i, j, self.columns[j * pitch + i]) });
        }
    }
}

/// Calls `of_some` with rows of `length` elements and the index of the first, by several threads where there is much to do.
fn in_pieces<E: Send>(data: &mut [E], length: usize, of_some: impl Fn(usize, &mut [E]) + Sync) {
    if data.len() <= ONE_THREAD {
        return of_some(0, data);
    }
    let together = (ONE_THREAD / 4).div_ceil(length);
    data.par_chunks_mut(length * together).enumerate().for_each(|(piece, rows)| of_some(piece * together, rows));
}

/// The numbers of complex ones.
pub(super) fn reals<T: Element>(row: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: a complex number is two reals, by its documented layout, and the borrow goes on.
    unsafe { std::slice::from_raw_parts_mut(row.as_mut_ptr().cast(), 2 * row.len()) }
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
                Axes::new(&extent, false).complex(None, &mut got, backward);
                let want = slow(&extent, &data, sign);
                for (got, want) in got.iter().zip(want.iter().chain(&want)) {
                    assert!((got - want).norm() < 1e-10, "{extent:?}: {got} for {want}");
                }
            }
        }
    }

    #[test]
    fn a_real_array_has_half_of_the_spectrum_of_a_complex_one() {
        for extent in [vec![7], vec![16], vec![5, 6], vec![3, 7], vec![4, 3, 5], vec![2, 40, 512]] {
            let (size, length) = (extent.iter().product::<usize>(), extent[extent.len() - 1]);
            let half = length / 2 + 1;
            let reals: Vec<f64> = (0..2 * size).map(|i| (i as f64 * 0.7).sin()).collect();
            let axes = Axes::new(&extent, true);
            let mut whole: Vec<_> = reals.iter().map(|&value| Complex::new(value, 0.0)).collect();
            axes.complex(None, &mut whole, false);
            let mut got = vec![Complex::default(); reals.len() / length * half];
            axes.forward_real(Some(&reals), &mut got);
            for (got, want) in got.chunks_exact(half).zip(whole.chunks_exact(length)) {
                for (got, want) in got.iter().zip(want) {
                    assert!((got - want).norm() < 1e-9 * size as f64, "{extent:?}: {got} for {want}");
                }
            }
            // And back, elsewhere and in place.
            let (mut spectra, mut back) = (got.clone(), vec![0.0; reals.len()]);
            axes.backward_real(&mut spectra, Some(&mut back));
            axes.backward_real(&mut got, None);
            let in_place: Vec<_> = got.chunks_exact_mut(half).flat_map(|row| super::reals(row)[..length].to_vec()).collect();
            for ((back, in_place), real) in back.iter().zip(&in_place).zip(&reals) {
                assert_eq!(back, in_place);
                assert!((back / size as f64 - real).abs() < 1e-12 * size as f64, "{extent:?}: {back} for {real}");
            }
        }
    }
}
