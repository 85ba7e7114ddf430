//! What programs set for Jacobi's method, and ask it for afterwards (`syevjInfo`, `gesvdjInfo`).

use super::{HANDLES, HipSolver};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use std::ffi::c_int;

/// Rotations go on until nothing is left to rotate, which is at least as accurate as any tolerance that a program sets, and values
/// are sorted: settings are only checked.
static SETTINGS: Handles<()> = Handles::new();

/// # Errors
/// `Failure::InvalidValue` where the settings are none.
pub(super) fn known(settings: usize) -> Outcome {
    SETTINGS.with(settings, |_| ()).map_err(|_| Failure::InvalidValue)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSOLVER says.
    answer::<HipSolver>("hipsolverDnCreateSyevjInfo", || unsafe { give(to, SETTINGS.create(())) })
}

extern "C" fn destroy(settings: usize) -> u32 {
    answer::<HipSolver>("hipsolverDnDestroySyevjInfo", || SETTINGS.destroy(settings).map_err(|_| Failure::InvalidValue))
}

extern "C" fn set_tolerance(settings: usize, _tolerance: f64) -> u32 {
    answer::<HipSolver>("hipsolverDnXsyevjSetTolerance", || known(settings))
}

extern "C" fn set_sweeps(settings: usize, _sweeps: c_int) -> u32 {
    answer::<HipSolver>("hipsolverDnXsyevjSetMaxSweeps", || known(settings))
}

extern "C" fn set_sorting(settings: usize, _sort: c_int) -> u32 {
    answer::<HipSolver>("hipsolverDnXsyevjSetSortEig", || known(settings))
}

/// One: sweeps are not counted, and the numbers of a GPU would be others.
///
/// # Safety
/// `sweeps` is null or valid for writes.
unsafe extern "C" fn sweeps(handle: usize, settings: usize, sweeps: *mut c_int) -> u32 {
    answer::<HipSolver>("hipsolverDnXsyevjGetSweeps", || {
        HANDLES.with(handle, |_| ())?;
        known(settings)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(sweeps, 1) }
    })
}

/// Zero: rotations end when nothing is left beside the diagonal.
///
/// # Safety
/// `residual` is null or valid for writes.
unsafe extern "C" fn residual(handle: usize, settings: usize, residual: *mut f64) -> u32 {
    answer::<HipSolver>("hipsolverDnXsyevjGetResidual", || {
        HANDLES.with(handle, |_| ())?;
        known(settings)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(residual, 0.0) }
    })
}

crate::export! {
    7;
    hipsolverDnCreateSyevjInfo = create,
    hipsolverDnDestroySyevjInfo = destroy,
    hipsolverDnXsyevjSetTolerance = set_tolerance,
    hipsolverDnXsyevjSetMaxSweeps = set_sweeps,
    hipsolverDnXsyevjSetSortEig = set_sorting,
    hipsolverDnXsyevjGetSweeps = sweeps,
    hipsolverDnXsyevjGetResidual = residual,
    hipsolverDnCreateGesvdjInfo = create,
    hipsolverDnDestroyGesvdjInfo = destroy,
    hipsolverDnXgesvdjSetTolerance = set_tolerance,
    hipsolverDnXgesvdjSetMaxSweeps = set_sweeps,
    hipsolverDnXgesvdjSetSortEig = set_sorting,
    hipsolverDnXgesvdjGetSweeps = sweeps,
    hipsolverDnXgesvdjGetResidual = residual,
}
