//! The factors of a refactorisation as arrays: in memory that programs free, and in a device's.

#![allow(clippy::too_many_arguments)]

use super::HipSolver;
use super::refactor::{Factors, Rows};
use super::refactor_handles::{HANDLES, Refactor, run};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use crate::runtime;
use std::ffi::c_int;

/// Memory that holds an array, for the program to free or of the device's.
///
/// # Safety
/// `allocate` gives memory that is valid for writes of as many bytes.
unsafe fn copied<T: Copy>(all: &[T], allocate: &dyn Fn(usize) -> Outcome<usize>) -> Outcome<usize> {
    let address = allocate(size_of_val(all).max(1))?;
    // SAFETY: as required.
    unsafe { (address as *mut T).copy_from_nonoverlapping(all.as_ptr(), all.len()) };
    Ok(address)
}

/// The arrays of a matrix by rows: beginnings, columns and values.
///
/// # Safety
/// What [`copied`] requires.
unsafe fn arrays_of(rows: &Rows, allocate: &dyn Fn(usize) -> Outcome<usize>) -> Outcome<[usize; 3]> {
    let starts: Vec<c_int> = rows.starts.iter().map(|&start| start as c_int).collect();
    let (columns, values): (Vec<c_int>, Vec<f64>) = rows.elements.iter().map(|&(column, value)| (column as c_int, value)).unzip();
    // SAFETY: this function requires what its callee does.
    unsafe { Ok([copied(&starts, allocate)?, copied(&columns, allocate)?, copied(&values, allocate)?]) }
}

/// Memory of `malloc`, which programs free.
fn for_program(bytes: usize) -> Outcome<usize> {
    // SAFETY: the size is not zero.
    let address = unsafe { libc::malloc(bytes) } as usize;
    if address == 0 { Err(Failure::AllocFailed) } else { Ok(address) }
}

/// Out-pointers of a matrix: its count of elements, and its arrays.
type Out = (*mut c_int, *mut usize, *mut usize, *mut usize);

/// # Safety
/// All pointers are null or valid for writes.
unsafe fn give_all(to: Out, count: usize, arrays: [usize; 3]) -> Outcome {
    // SAFETY: as required.
    unsafe {
        give(to.0, count as c_int)?;
        give(to.1, arrays[0])?;
        give(to.2, arrays[1])?;
        give(to.3, arrays[2])
    }
}

/// Parts of the first matrix's factors, when all before them in the null stream is done.
fn parts<R>(name: &'static str, handle: usize, of: impl Fn(&Refactor, &Factors) -> R) -> Outcome<R> {
    run(name, handle, |held| held.factors().map(|_| ()))?;
    HANDLES.with(handle, |held| held.factors.as_ref().map(|factors| of(held, factors)))?.ok_or(Failure::InvalidValue)
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn bundled(
    handle: usize,
    count: *mut c_int,
    starts: *mut usize,
    columns: *mut usize,
    values: *mut usize,
) -> u32 {
    let name = "hipsolverRfExtractBundledFactorsHost";
    answer::<HipSolver>(name, || {
        let rows = parts(name, handle, |held, factors| held.turned(factors.bundled()))?;
        // SAFETY: as required.
        unsafe { give_all((count, starts, columns, values), rows.elements.len(), arrays_of(&rows, &for_program)?) }
    })
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn bundled_on_device(
    handle: usize,
    count: *mut c_int,
    starts: *mut usize,
    columns: *mut usize,
    values: *mut usize,
) -> u32 {
    let name = "hipsolverRfAccessBundledFactorsDevice";
    answer::<HipSolver>(name, || {
        let rows = parts(name, handle, |held, factors| held.turned(factors.bundled()))?;
        // SAFETY: memory of a device is valid for writes; the pointers are as required.
        unsafe {
            let arrays = arrays_of(&rows, &runtime::allocate)?;
            let before = HANDLES.with(handle, |held| std::mem::replace(&mut held.device, arrays))?;
            before.into_iter().filter(|&address| address != 0).try_for_each(runtime::free)?;
            give_all((count, starts, columns, values), rows.elements.len(), arrays)
        }
    })
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn split(
    handle: usize,
    count_l: *mut c_int,
    starts_l: *mut usize,
    columns_l: *mut usize,
    values_l: *mut usize,
    count_u: *mut c_int,
    starts_u: *mut usize,
    columns_u: *mut usize,
    values_u: *mut usize,
) -> u32 {
    let name = "hipsolverRfExtractSplitFactorsHost";
    answer::<HipSolver>(name, || {
        let (lower, upper) = parts(name, handle, |held, factors| {
            let (lower, upper) = factors.split(held.unit());
            (held.turned(lower), held.turned(upper))
        })?;
        // SAFETY: as required.
        unsafe {
            give_all((count_l, starts_l, columns_l, values_l), lower.elements.len(), arrays_of(&lower, &for_program)?)?;
            give_all((count_u, starts_u, columns_u, values_u), upper.elements.len(), arrays_of(&upper, &for_program)?)
        }
    })
}

crate::export! {
    7;
    hipsolverRfExtractBundledFactorsHost = bundled,
    hipsolverRfAccessBundledFactorsDevice = bundled_on_device,
    hipsolverRfExtractSplitFactorsHost = split,
}
