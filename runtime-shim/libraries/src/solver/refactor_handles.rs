//! Handles of refactorisations (`hipsolverRfHandle_t`) and their settings. Calls work when all before them in the null stream is done, and
//! wait.

use super::HipSolver;
use super::refactor::Factors;
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::{Handles, give};
use crate::runtime;
use std::sync::{Arc, Mutex, PoisonError};

/// What a handle holds.
pub(super) struct Refactor {
    /// Up to which size pivots count as zero, and what takes their place unless it is zero.
    pub(super) numeric: (f64, f64),
    /// `hipsolverRfResetValuesFastMode_t`, which is the same here.
    fast: u32,
    /// `hipsolverRfUnitDiagonal_t`: whether L's diagonal is stored or not.
    diagonal: u32,
    pub(super) factors: Option<Factors>,
    pub(super) analyzed: bool,
    /// Memory of the device with the factors, which lives until the handle ends.
    pub(super) device: [usize; 3],
}

pub(super) static HANDLES: Handles<Refactor> = Handles::new();

/// `HIPSOLVERRF_UNIT_DIAGONAL_STORED_L` and `..._ASSUMED_L`.
const UNIT_LOWER: [u32; 2] = [0, 2];

/// Does something with what a handle holds, in the order of the null stream.
pub(super) fn run(name: &'static str, handle: usize, work: impl Fn(&mut Refactor) -> Outcome + Send + 'static) -> Outcome {
    let shared = HANDLES.shared(handle)?;
    let outcome = Arc::new(Mutex::new(Err(Failure::Internal)));
    let result = outcome.clone();
    runtime::run_now(0, name, move || {
        let mut held = shared.lock().unwrap_or_else(PoisonError::into_inner);
        *result.lock().unwrap_or_else(PoisonError::into_inner) = work(&mut held);
    })?;
    *outcome.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Refactor {
    /// # Errors
    /// `Failure::InvalidValue` before `hipsolverRfAnalyze`.
    pub(super) fn factors(&mut self) -> Outcome<&mut Factors> {
        self.factors.as_mut().filter(|_| self.analyzed).ok_or(Failure::InvalidValue)
    }
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipSolver>("hipsolverRfCreate", || {
        runtime::check()?;
        let made =
            Refactor { numeric: (0.0, 0.0), fast: 0, diagonal: UNIT_LOWER[0], factors: None, analyzed: false, device: [0; 3] };
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(handle, HANDLES.create(made)) }
    })
}

extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipSolver>("hipsolverRfDestroy", || {
        let device = HANDLES.with(handle, |held| held.device)?;
        HANDLES.destroy(handle)?;
        device.into_iter().filter(|&address| address != 0).try_for_each(runtime::free)
    })
}

extern "C" fn set_format(handle: usize, format: u32, diagonal: u32) -> u32 {
    answer::<HipSolver>("hipsolverRfSetMatrixFormat", || match (format, diagonal) {
        (0, 0 | 2) => HANDLES.with(handle, |held| held.diagonal = diagonal),
        (0 | 1, 0..=3) => Err(not_supported("`hipsolverRfSetMatrixFormat` for columns, or for ones on U's diagonal,")),
        _ => Err(Failure::InvalidEnum),
    })
}

/// # Safety
/// The pointers are null or valid for writes.
unsafe extern "C" fn get_format(handle: usize, format: *mut u32, diagonal: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverRfGetMatrixFormat", || {
        let found = HANDLES.with(handle, |held| held.diagonal)?;
        // SAFETY: null or valid, as hipSOLVER says, twice.
        unsafe {
            give(format, 0)?;
            give(diagonal, found)
        }
    })
}

extern "C" fn set_numeric(handle: usize, zero: f64, boost: f64) -> u32 {
    answer::<HipSolver>("hipsolverRfSetNumericProperties", || HANDLES.with(handle, |held| held.numeric = (zero, boost)))
}

/// # Safety
/// The pointers are null or valid for writes.
unsafe extern "C" fn get_numeric(handle: usize, zero: *mut f64, boost: *mut f64) -> u32 {
    answer::<HipSolver>("hipsolverRfGetNumericProperties", || {
        let found = HANDLES.with(handle, |held| held.numeric)?;
        // SAFETY: null or valid, as hipSOLVER says, twice.
        unsafe {
            give(zero, found.0)?;
            give(boost, found.1)
        }
    })
}

/// Whether pivots are replaced.
///
/// # Safety
/// `report` is null or valid for writes.
unsafe extern "C" fn get_report(handle: usize, report: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverRfGetNumericBoostReport", || {
        let found = HANDLES.with(handle, |held| held.numeric.1 != 0.0)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(report, u32::from(found)) }
    })
}

extern "C" fn set_fast(handle: usize, fast: u32) -> u32 {
    answer::<HipSolver>("hipsolverRfSetResetValuesFastMode", || match fast {
        0 | 1 => HANDLES.with(handle, |held| held.fast = fast),
        _ => Err(Failure::InvalidEnum),
    })
}

/// # Safety
/// `fast` is null or valid for writes.
unsafe extern "C" fn get_fast(handle: usize, fast: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverRfGetResetValuesFastMode", || {
        let found = HANDLES.with(handle, |held| held.fast)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(fast, found) }
    })
}

/// The algorithms change no result.
extern "C" fn set_algorithms(handle: usize, factorisation: u32, solve: u32) -> u32 {
    answer::<HipSolver>("hipsolverRfSetAlgs", || match (factorisation, solve) {
        (0..=2, 1..=3) => HANDLES.with(handle, |_| ()),
        _ => Err(Failure::InvalidEnum),
    })
}

crate::export! {
    7;
    hipsolverRfCreate = create,
    hipsolverRfDestroy = destroy,
    hipsolverRfSetMatrixFormat = set_format,
    hipsolverRfGetMatrixFormat = get_format,
    hipsolverRfSetNumericProperties = set_numeric,
    hipsolverRfGetNumericProperties = get_numeric,
    hipsolverRfGetNumericBoostReport = get_report,
    hipsolverRfSetResetValuesFastMode = set_fast,
    hipsolverRfGetResetValuesFastMode = get_fast,
    hipsolverRfSetAlgs = set_algorithms,
}
