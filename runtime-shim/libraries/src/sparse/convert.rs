//! Dense matrices into sparse ones and back.

use super::descriptors::{Format, Full, SPARSE, full, sparse};
use super::elements::Rows;
use super::operands::{Operation, buffer_size};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::number::c64;
use crate::runtime;
use num_traits::Zero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The elements of a dense matrix that are not zero.
///
/// # Safety
/// The matrix is readable as its descriptor says.
unsafe fn elements(a: &Full) -> Rows<c64> {
    // SAFETY: the places are of the matrix.
    let value = |i: usize, j: usize| unsafe { a.value::<c64>(Operation::None, i, j) };
    let row = |i: usize| (0..a.columns).map(|j| (j, value(i, j))).filter(|(_, value)| !value.is_zero()).collect();
    Rows::gathered((0..a.rows).map(row))
}

fn same_extent(one: (usize, usize), other: (usize, usize)) -> Outcome {
    if one == other { Ok(()) } else { Err(Failure::InvalidValue) }
}

/// # Safety
/// Until the stream has done the work, `a`'s arrays are readable and `b` is writable as the descriptors say.
unsafe extern "C" fn to_dense(handle: usize, a: usize, b: usize, _algorithm: u32, _buffer: *mut u8) -> u32 {
    let name = "hipsparseSparseToDense";
    answer::<HipSparse>(name, || {
        let (from, to, stream) = (sparse(a)?, full(b)?, settings(handle)?.stream);
        same_extent((from.rows, from.columns), (to.rows, to.columns))?;
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(stream, name, move || unsafe {
            for j in 0..to.columns {
                (0..to.rows).for_each(|i| to.set(i, j, c64::zero()));
            }
            from.each(|at, i, j| to.set(i, j, from.value::<c64>(at)));
        })
    })
}

/// Counts the elements, for which it waits: programs ask the descriptor for their number next.
///
/// # Safety
/// `a` is readable as its descriptor says.
unsafe extern "C" fn analyse(handle: usize, a: usize, b: usize, _algorithm: u32, _buffer: *mut u8) -> u32 {
    let name = "hipsparseDenseToSparse_analysis";
    answer::<HipSparse>(name, || {
        let (from, to, stream) = (full(a)?, sparse(b)?, settings(handle)?.stream);
        same_extent((from.rows, from.columns), (to.rows, to.columns))?;
        if matches!(to.format, Format::Blocked { .. }) {
            return Ok(());
        }
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        runtime::run_now(stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            counted.store(unsafe { elements(&from) }.elements.len(), Ordering::Relaxed);
        })?;
        SPARSE.with(b, |to| to.count = count.load(Ordering::Relaxed))
    })
}

/// # Safety
/// Until the stream has done the work, `a` is readable as its descriptor says, and `b`'s arrays are writable for as many elements as
/// its descriptor has.
unsafe extern "C" fn to_sparse(handle: usize, a: usize, b: usize, _algorithm: u32, _buffer: *mut u8) -> u32 {
    let name = "hipsparseDenseToSparse_convert";
    answer::<HipSparse>(name, || {
        let (from, to, stream) = (full(a)?, sparse(b)?, settings(handle)?.stream);
        same_extent((from.rows, from.columns), (to.rows, to.columns))?;
        if to.count > 0 && (to.second.p == 0 || to.values == 0) {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(stream, name, move || unsafe {
            match to.format {
                // The program says which blocks there are.
                Format::Blocked { .. } => to.each(|at, i, j| to.set_value(at, from.value::<c64>(Operation::None, i, j))),
                _ => to.store(&elements(&from), true, true),
            }
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size(handle: usize, _a: usize, _b: usize, _algorithm: u32, bytes: *mut usize) -> u32 {
    buffer_size("hipsparseSparseToDense_bufferSize", handle, bytes)
}

crate::export! {
    10;
    hipsparseSparseToDense_bufferSize = size,
    hipsparseSparseToDense = to_dense,
    hipsparseDenseToSparse_bufferSize = size,
    hipsparseDenseToSparse_analysis = analyse,
    hipsparseDenseToSparse_convert = to_sparse,
}
