//! Handles of refactorisations (`hipsolverRfHandle_t`) and their settings. Calls work when all before them in the null stream is done, and
//! wait.

use super::HipSolver;
use super::refactor::{Factors, Rows, Unit};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime;
use std::sync::{Arc, Mutex, PoisonError};

/// What a handle holds.
pub(super) struct Refactor {
    /// Up to which size pivots count as zero, and what takes their place where it is positive.
    pub(super) numeric: (f64, f64),
    /// `hipsolverRfResetValuesFastMode_t`, which is the same here.
    fast: u32,
    /// Whether the program's matrices are by columns.
    by_columns: bool,
    /// `hipsolverRfUnitDiagonal_t`.
    diagonal: u32,
    /// `hipsolverRfFactorization_t` and `hipsolverRfTriangularSolve_t`.
    algorithms: (u32, u32),
    pub(super) factors: Option<Factors>,
    /// Whether the matrices came as a batch, for which there are other functions.
    pub(super) batch: bool,
    pub(super) analyzed: bool,
    /// Memory of the device with the factors, which lives until the handle ends.
    pub(super) device: [usize; 3],
}

/// As cuSOLVER's documentation gives the defaults.
const NEW: Refactor = Refactor {
    numeric: (0.0, 0.0),
    fast: 0,
    by_columns: false,
    diagonal: 0,
    algorithms: (0, 1),
    factors: None,
    batch: false,
    analyzed: false,
    device: [0; 3],
};

pub(super) static HANDLES: Handles<Refactor> = Handles::new();

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
    /// `Failure::InvalidValue` before the analysis.
    pub(super) fn factors(&mut self) -> Outcome<&mut Factors> {
        self.factors.as_mut().filter(|_| self.analyzed).ok_or(Failure::InvalidValue)
    }

    /// The same, of one matrix or of a batch.
    ///
    /// # Errors
    /// `Failure::InvalidValue` before the analysis, and where the function is for the other of them.
    pub(super) fn factors_of(&mut self, batch: bool) -> Outcome<&mut Factors> {
        if self.batch == batch { self.factors() } else { Err(Failure::InvalidValue) }
    }

    /// The factor that has ones on its diagonal.
    pub(super) fn unit(&self) -> Unit {
        Unit { lower: self.diagonal.is_multiple_of(2), stored: self.diagonal < 2 }
    }

    /// A matrix of the program's by rows, or one by rows as the program's are.
    pub(super) fn turned(&self, rows: Rows) -> Rows {
        if self.by_columns { rows.turned() } else { rows }
    }

    /// Whether matrices are by rows, as batches must be.
    pub(super) fn by_rows(&self) -> bool {
        !self.by_columns
    }

    /// # Errors
    /// `Failure::InvalidValue` where the algorithms of factorisation and solution do not fit each other (NVIDIA's documentation of
    /// `cusolverRfRefactor`).
    pub(super) fn algorithms_fit(&self) -> Outcome {
        if (self.algorithms.0 == 0) == (self.algorithms.1 == 1) { Ok(()) } else { Err(Failure::InvalidValue) }
    }
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipSolver>("hipsolverRfCreate", || {
        runtime::check()?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(handle, HANDLES.create(NEW)) }
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
        (0 | 1, 0..=3) => HANDLES.with(handle, |held| (held.by_columns, held.diagonal) = (format == 1, diagonal)),
        _ => Err(Failure::InvalidEnum),
    })
}

/// # Safety
/// The pointers are null or valid for writes.
unsafe extern "C" fn get_format(handle: usize, format: *mut u32, diagonal: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverRfGetMatrixFormat", || {
        let found = HANDLES.with(handle, |held| (u32::from(held.by_columns), held.diagonal))?;
        // SAFETY: null or valid, as hipSOLVER says, twice.
        unsafe {
            give(format, found.0)?;
            give(diagonal, found.1)
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

/// Whether the last factorisation replaced pivots.
///
/// # Safety
/// `report` is null or valid for writes.
unsafe extern "C" fn get_report(handle: usize, report: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverRfGetNumericBoostReport", || {
        let found = HANDLES.with(handle, |held| held.factors.as_ref().is_some_and(|factors| factors.boosted))?;
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

/// The algorithms change no result, but those of factorisation and solution must fit.
extern "C" fn set_algorithms(handle: usize, factorisation: u32, solve: u32) -> u32 {
    answer::<HipSolver>("hipsolverRfSetAlgs", || match (factorisation, solve) {
        (0..=2, 1..=3) => HANDLES.with(handle, |held| held.algorithms = (factorisation, solve)),
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
