//! Arrays and sizes as the functions take them that know no descriptors.

use super::descriptors::size;
use crate::entry::{Failure, Outcome};
use crate::memory::Vector;
use std::ffi::c_int;

/// An array of `count` elements, to be followed when the stream comes to it.
///
/// # Errors
/// `Failure::InvalidValue` where the count is negative, or the pointer null and the array not empty.
pub(super) fn array<T: Copy>(p: *const T, count: c_int) -> Outcome<Vector<T>> {
    let count = extent(count)?;
    if count > 0 && p.is_null() {
        return Err(Failure::InvalidValue);
    }
    Ok(Vector::new(p.cast_mut(), 1, count))
}

/// One number of the program's, or an array of a length that other arrays of it say.
///
/// # Errors
/// `Failure::InvalidValue` where the pointer is null.
pub(super) fn place<T: Copy>(p: *const T) -> Outcome<Vector<T>> {
    array(p, 1)
}

/// # Errors
/// `Failure::InvalidValue` where the number is negative.
pub(super) fn extent(n: c_int) -> Outcome<usize> {
    size(n.into())
}

/// `hipsparseIndexBase_t`, where it is an argument of its own.
///
/// # Errors
/// `Failure::InvalidEnum` for all others.
pub(super) fn base_of(value: u32) -> Outcome<c_int> {
    if value > 1 { Err(Failure::InvalidEnum) } else { Ok(value as c_int) }
}

/// Indices of an array, counted from zero.
///
/// # Safety
/// The array is readable for more than `at` numbers, none of which is below the base.
pub(super) unsafe fn index(indices: Vector<c_int>, at: usize, base: c_int) -> usize {
    // SAFETY: as required.
    unsafe { (indices.get(at) - base) as usize }
}
