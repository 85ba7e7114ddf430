//! Sparse matrices without their small elements: `nnz_compress` and `csr2csr_compress` by a tolerance; and what `pruneDense2csr` and
//! `pruneCsr2csr` are made of, by a threshold or, `…ByPercentage`, by the threshold that so many of the elements do not exceed. AMD's hipSPARSE
//! documentation, "Sparse conversion functions"; NVIDIA's of cuSPARSE has how a percentage becomes a threshold.

#![allow(clippy::too_many_arguments)]

use super::arguments::{array, place};
use super::descriptors::{Full, Sparse};
use super::elements::Rows;
use super::matrix_properties::base;
use super::older_dense::kept;
use super::operands::{Operation, Scalar};
use super::{HipSparse, Settings, settings};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use num_traits::Zero;
use std::ffi::c_int;

/// A matrix that is pruned.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Dense(Full),
    Sparse(Sparse),
}

impl Source {
    /// The elements larger than a threshold.
    ///
    /// # Safety
    /// The matrix is readable.
    unsafe fn above<T: Wide>(&self, threshold: T::Real) -> Rows<T> {
        // SAFETY: as required.
        unsafe {
            match self {
                Source::Dense(a) => kept(a, |value: T| value.modulus() > threshold),
                Source::Sparse(a) => {
                    let rows = Rows::<T>::of(a, Operation::None);
                    let row = |i: usize| rows.row(i).iter().copied().filter(|(_, value)| value.modulus() > threshold).collect();
                    Rows::gathered((0..rows.rows()).map(row))
                }
            }
        }
    }

    /// The threshold of a percentage: of `n` elements by their size, the one at `ceil(n * percentage / 100) - 1`.
    ///
    /// # Safety
    /// The matrix is readable.
    unsafe fn threshold<T: Wide>(&self, percentage: f64) -> T::Real {
        // SAFETY: as required.
        let elements: Vec<(usize, T)> = unsafe {
            match self {
                Source::Dense(a) => kept(a, |_| true).elements,
                Source::Sparse(a) => Rows::of(a, Operation::None).elements,
            }
        };
        let mut sizes: Vec<T::Real> = elements.iter().map(|(_, value)| value.modulus()).collect();
        sizes.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
        let at = ((sizes.len() as f64 * (percentage / 100.0)).ceil() as usize).saturating_sub(1);
        sizes.get(at.min(sizes.len().saturating_sub(1))).copied().unwrap_or(T::Real::zero())
    }
}

/// Which elements stay.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    Threshold(Scalar),
    Percentage(f64),
}

impl Limit {
    /// # Safety
    /// `p` is null or, in host mode, valid for reads.
    pub(super) unsafe fn threshold<T: Wide>(p: *const T, settings: Settings) -> Outcome<Limit> {
        // SAFETY: as required.
        Ok(Limit::Threshold(unsafe { Scalar::new(p.cast(), T::KIND, settings.device_scalars)? }))
    }

    pub(super) fn percentage(value: f32) -> Outcome<Limit> {
        if (0.0..=100.0).contains(&value) { Ok(Limit::Percentage(value.into())) } else { Err(Failure::InvalidValue) }
    }

    /// # Safety
    /// The matrix is readable, and so is a threshold on the device.
    unsafe fn of<T: Wide>(&self, source: &Source) -> T::Real {
        // SAFETY: as required.
        unsafe {
            match self {
                Limit::Threshold(scalar) => scalar.get::<T>(T::KIND).re(),
                Limit::Percentage(percentage) => source.threshold::<T>(*percentage),
            }
        }
    }
}

/// Writes where the rows of the result begin, and how many elements it has.
///
/// # Safety
/// Until the stream has done the work, the matrix is readable, `starts` is writable for one number more than it has rows, `total` for one.
pub(super) unsafe fn count<T: Wide>(
    name: &'static str,
    handle: usize,
    source: impl FnOnce() -> Outcome<(Source, (c_int, c_int))>,
    limit: impl FnOnce(Settings) -> Outcome<Limit>,
    properties: usize,
    starts: *mut c_int,
    total: *mut c_int,
) -> u32 {
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let ((source, extent), limit, total) = (source()?, limit(settings)?, place(total.cast_const())?);
        let to = Sparse::of_arrays::<T>(
            (extent.0, extent.1, 0),
            (std::ptr::null(), starts.cast_const(), std::ptr::null()),
            base(properties)?,
        )?;
        settings.submit_result(name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let rows = source.above::<T>(limit.of::<T>(&source));
                rows.starts.iter().enumerate().for_each(|(line, &start)| to.first.set(line, start));
                total.set(0, rows.elements.len() as c_int);
            }
        })
    })
}

/// Writes the elements of the result.
///
/// # Safety
/// Until the stream has done the work, the matrix is readable, `starts` is as [`count`] leaves it, and the other arrays are writable
/// for as many elements.
pub(super) unsafe fn convert<T: Wide>(
    name: &'static str,
    handle: usize,
    source: impl FnOnce() -> Outcome<(Source, (c_int, c_int))>,
    limit: impl FnOnce(Settings) -> Outcome<Limit>,
    properties: usize,
    (values, starts, others): (*mut T, *const c_int, *mut c_int),
) -> u32 {
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let ((source, extent), limit) = (source()?, limit(settings)?);
        let arrays = (values.cast_const(), starts, others.cast_const());
        let to = Sparse::of_arrays((extent.0, extent.1, 0), arrays, base(properties)?)?;
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&source.above::<T>(limit.of::<T>(&source)).pairs(), true, true) };
        })
    })
}

pub(super) fn dense<T: Wide>(extent: (c_int, c_int), a: *const T, lda: c_int) -> Outcome<(Source, (c_int, c_int))> {
    Ok((Source::Dense(Full::of_array(extent, a, lda, false)?), extent))
}

pub(super) fn sparse<T: Wide>(
    (rows, columns, count): (c_int, c_int, c_int),
    properties: usize,
    arrays: (*const T, *const c_int, *const c_int),
) -> Outcome<(Source, (c_int, c_int))> {
    Ok((Source::Sparse(Sparse::of_arrays((rows, columns, count), arrays, base(properties)?)?), (rows, columns)))
}

/// A tolerance, whose real part counts.
fn tolerance<T: Wide>(value: T) -> Outcome<T::Real> {
    if value.re() >= T::Real::zero() { Ok(value.re()) } else { Err(Failure::InvalidValue) }
}

/// Counts the elements of each row that are larger than a tolerance.
///
/// # Safety
/// Until the stream has done the work, the values and `starts` are readable, `counts` is writable for `rows` numbers, `total` for one.
unsafe extern "C" fn count_larger<T: Wide>(
    handle: usize,
    rows: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    counts: *mut c_int,
    total: *mut c_int,
    limit: T,
) -> u32 {
    let name = "hipsparseXnnz_compress";
    answer::<HipSparse>(name, || {
        let (settings, limit) = (settings(handle)?, tolerance(limit)?);
        // Columns are not asked for: the array of beginnings stands for theirs.
        let a = Sparse::of_arrays((rows, 0, 0), (values, starts, starts), base(properties)?)?;
        let (counts, total) = (array(counts.cast_const(), rows)?, place(total.cast_const())?);
        settings.submit_result(name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let larger = |i: usize| {
                    let places = a.first.get(i)..a.first.get(i + 1);
                    places.filter(|&at| a.value::<T>(at).modulus() > limit).count() as c_int
                };
                let mut sum = 0;
                for i in 0..a.rows {
                    counts.set(i, larger(i));
                    sum += larger(i);
                }
                total.set(0, sum);
            }
        })
    })
}

/// The elements that are larger than a tolerance.
///
/// # Safety
/// Until the stream has done the work, the matrix is readable; `starts_c` is writable for `rows + 1` numbers, the other arrays for the
/// result's elements.
unsafe extern "C" fn compress<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    others: *const c_int,
    starts: *const c_int,
    elements: c_int,
    _counts: *const c_int,
    values_c: *mut T,
    others_c: *mut c_int,
    starts_c: *mut c_int,
    limit: T,
) -> u32 {
    let name = "hipsparseXcsr2csr_compress";
    answer::<HipSparse>(name, || {
        let (limit, base) = (tolerance(limit)?, base(properties)?);
        let from = Source::Sparse(Sparse::of_arrays((rows, columns, elements), (values, starts, others), base)?);
        let arrays = (values_c.cast_const(), starts_c.cast_const(), others_c.cast_const());
        let to = Sparse::of_arrays((rows, columns, 0), arrays, base)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&from.above::<T>(limit).pairs(), true, true) };
        })
    })
}

export_typed! {
    10;
    count_larger: hipsparseSnnz_compress = f32, hipsparseDnnz_compress = f64, hipsparseCnnz_compress = c32,
        hipsparseZnnz_compress = c64;
    compress: hipsparseScsr2csr_compress = f32, hipsparseDcsr2csr_compress = f64, hipsparseCcsr2csr_compress = c32,
        hipsparseZcsr2csr_compress = c64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of the elements of a matrix whose sizes are 1 to 12, in no order.
    #[test]
    fn a_percentage_is_the_threshold_of_so_many_elements() {
        let a: Vec<f64> = (0..12).map(|at| ((at * 5) % 12 + 1) as f64 * if at % 2 == 0 { -1.0 } else { 1.0 }).collect();
        let (source, _) = dense((3, 4), a.as_ptr(), 3).unwrap();
        for (percentage, threshold) in [(0.0, 1.0), (1.0, 1.0), (50.0, 6.0), (51.0, 7.0), (100.0, 12.0)] {
            // SAFETY: the array is our own.
            unsafe {
                assert_eq!(source.threshold::<f64>(percentage), threshold);
                let rows = source.above::<f64>(threshold);
                for i in 0..3 {
                    let wanted: Vec<(usize, f64)> =
                        (0..4).map(|j| (j, a[i + 3 * j])).filter(|(_, value)| value.abs() > threshold).collect();
                    assert_eq!(rows.row(i), wanted);
                }
            }
        }
        // SAFETY: there is nothing to read.
        assert_eq!(unsafe { dense((0, 0), std::ptr::null::<f32>(), 1).unwrap().0.threshold::<f32>(50.0) }, 0.0);
        assert!(tolerance(-1.0f32).is_err() && tolerance(c64::new(0.0, -1.0)).is_ok());
    }
}
