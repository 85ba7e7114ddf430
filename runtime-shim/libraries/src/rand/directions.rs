//! The direction vectors and shifts of Sobol's sequences that programs ask for, to begin states of their own with.

use super::HipRand;
use super::sobol::{Vectors, Word};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;

/// Which vectors a value of `hiprandDirectionVectorSet_t` names, where it names some of this width.
fn set<W: Word>(value: u32) -> Outcome<&'static Vectors<W>> {
    let plain = if W::BITS == 32 { 101 } else { 103 };
    match value.checked_sub(plain) {
        Some(0) => Ok(W::vectors(false)),
        Some(1) => Ok(W::vectors(true)),
        _ => Err(Failure::InvalidValue),
    }
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn vectors_32(to: *mut *const u32, value: u32) -> u32 {
    // SAFETY: null or valid, as hipRAND says.
    answer::<HipRand>("hiprandGetDirectionVectors32", || unsafe { give(to, set::<u32>(value)?.all.as_ptr()) })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn vectors_64(to: *mut *const u64, value: u32) -> u32 {
    // SAFETY: null or valid, as hipRAND says.
    answer::<HipRand>("hiprandGetDirectionVectors64", || unsafe { give(to, set::<u64>(value)?.all.as_ptr()) })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn constants_32(to: *mut *const u32) -> u32 {
    // SAFETY: null or valid, as hipRAND says.
    answer::<HipRand>("hiprandGetScrambleConstants32", || unsafe { give(to, u32::vectors(true).shifts.as_ptr()) })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn constants_64(to: *mut *const u64) -> u32 {
    // SAFETY: null or valid, as hipRAND says.
    answer::<HipRand>("hiprandGetScrambleConstants64", || unsafe { give(to, u64::vectors(true).shifts.as_ptr()) })
}

crate::export! {
    1000;
    hiprandGetDirectionVectors32 = vectors_32,
    hiprandGetDirectionVectors64 = vectors_64,
    hiprandGetScrambleConstants32 = constants_32,
    hiprandGetScrambleConstants64 = constants_64,
}
