//! Products of some rows of blocks with a vector (`bsrxmv`): a mask names the rows, each of which begins and ends where arrays of its own say
//! (AMD's hipSPARSE documentation, "Sparse level 2 functions").

#![allow(clippy::too_many_arguments)]

use super::arguments::{array, index};
use super::block_entries::blocks;
use super::blocks::Blocks;
use super::operands::{Operation, Scalar};
use super::{HipSparse, settings};
use crate::entry::{answer, export_typed, not_supported};
use crate::memory::Vector;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// `y = alpha A x + beta y` in the rows of blocks that a mask names; the others keep what they have.
///
/// # Safety
/// `begins` and `ends` are readable for each row of the mask, the other arrays for what they name; `x` is readable and `y` writable.
unsafe fn masked<T: Wide>(
    a: &Blocks<T>,
    (mask, rows): (Vector<c_int>, usize),
    ends: Vector<c_int>,
    (alpha, beta): (T, T),
    x: Vector<T>,
    y: Vector<T>,
) {
    let (height, width) = a.size;
    for at in 0..rows {
        // SAFETY: as required.
        unsafe {
            let row = index(mask, at, a.base);
            let mut sums = vec![T::zero(); height];
            a.each_place_of(index(Vector::new(a.starts, 1, 1), row, a.base)..index(ends, row, a.base), |place, column, i, j| {
                sums[i] += a.values.add(place).read() * x.get(column * width + j);
            });
            for (i, sum) in sums.into_iter().enumerate() {
                y.update(row * height + i, |old| alpha * sum + if beta.is_zero() { T::zero() } else { beta * old });
            }
        }
    }
}

/// # Safety
/// `alpha` and `beta` are null or valid for reads, in device mode until the stream has done the work; until then the arrays are as
/// [`masked`] requires.
unsafe extern "C" fn times_vector<T: Wide>(
    handle: usize,
    direction: u32,
    op: u32,
    of_mask: c_int,
    rows: c_int,
    columns: c_int,
    _count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    mask: *const c_int,
    begins: *const c_int,
    ends: *const c_int,
    others: *const c_int,
    size: c_int,
    x: *const T,
    beta: *const T,
    y: *mut T,
) -> u32 {
    let name = "hipsparseXbsrxmv";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        if Operation::of(op)? != Operation::None {
            // Neither cuSPARSE nor rocSPARSE has it.
            return Err(not_supported("`hipsparseXbsrxmv` of a transposed matrix"));
        }
        let a = blocks((rows, columns, (size, size)), direction, properties, (values, begins, others))?;
        let (mask, ends) = (array(mask, of_mask)?, array(ends, rows)?);
        let (x, y) = (array(x, columns.saturating_mul(size))?, array(y.cast_const(), rows.saturating_mul(size))?);
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { masked(&a, (mask, of_mask as usize), ends, (scalars.0.get(T::KIND), scalars.1.get(T::KIND)), x, y) };
        })
    })
}

export_typed! {
    10;
    times_vector: hipsparseSbsrxmv = f32, hipsparseDbsrxmv = f64, hipsparseCbsrxmv = c32, hipsparseZbsrxmv = c64;
}
