//! What programs set for Jacobi's method, and ask it for afterwards (`syevjInfo`, `gesvdjInfo`).

use super::{HANDLES, HipSolver};
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::{Handles, give};
use crate::jacobi::{Course, Limits};
use crate::runtime;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

/// What a descriptor holds.
#[derive(Default)]
struct Settings {
    limits: Limits,
    last: Last,
}

/// The last run with a descriptor.
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    None,
    One(Course),
    /// Of several matrices, of which cuSOLVER and hipSOLVER tell nothing.
    Batch,
}

static SETTINGS: Handles<Settings> = Handles::new();

/// The settings of a call, and where it tells how it went.
pub(super) struct Asked {
    pub(super) limits: Limits,
    settings: Arc<Mutex<Settings>>,
}

impl Asked {
    /// # Errors
    /// `Failure::InvalidValue` where the settings are none.
    pub(super) fn of(settings: usize) -> Outcome<Asked> {
        let settings = SETTINGS.shared(settings).map_err(|_| Failure::InvalidValue)?;
        let limits = settings.lock().unwrap_or_else(PoisonError::into_inner).limits;
        Ok(Asked { limits, settings })
    }

    /// Keeps how one run went; gives what `info` is to say: zero, or what stands for no convergence.
    pub(super) fn tell(&self, course: Course, diverged: usize) -> i32 {
        self.keep(Last::One(course));
        info(course, diverged)
    }

    pub(super) fn tell_batch(&self) {
        self.keep(Last::Batch);
    }

    fn keep(&self, last: Last) {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).last = last;
    }
}

/// What `info` says of a run: zero, or a number past the matrix's rows, as cuSOLVER's manual has it.
pub(super) fn info(course: Course, diverged: usize) -> i32 {
    if course.converged { 0 } else { diverged as i32 }
}

fn change(settings: usize, change: impl FnOnce(&mut Limits)) -> Outcome {
    SETTINGS.with(settings, |found| change(&mut found.limits)).map_err(|_| Failure::InvalidValue)
}

/// The last run with a descriptor, which the handle's stream has done by then; zeros before the first, as in cuSOLVER.
fn last(handle: usize, settings: usize) -> Outcome<Course> {
    runtime::synchronize(HANDLES.with(handle, |settings| settings.stream)?)?;
    match SETTINGS.with(settings, |found| found.last).map_err(|_| Failure::InvalidValue)? {
        Last::One(course) => Ok(course),
        Last::None => Ok(Course::default()),
        Last::Batch => Err(not_supported("the sweeps and the residual of a batch of hipSOLVER")),
    }
}

/// The entry points of one descriptor's type.
macro_rules! settings {
    ($module:ident $small:literal $large:literal: $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            /// # Safety
            /// `to` is null or valid for writes.
            unsafe extern "C" fn create(to: *mut usize) -> u32 {
                // SAFETY: null or valid, as hipSOLVER says.
                answer::<HipSolver>(concat!("hipsolverDnCreate", $large, "Info"), || unsafe { give(to, SETTINGS.create(Settings::default())) })
            }

            extern "C" fn destroy(settings: usize) -> u32 {
                answer::<HipSolver>(concat!("hipsolverDnDestroy", $large, "Info"), || SETTINGS.destroy(settings).map_err(|_| Failure::InvalidValue))
            }

            /// A tolerance that is zero or negative is the precision of the element type.
            extern "C" fn set_tolerance(settings: usize, tolerance: f64) -> u32 {
                answer::<HipSolver>(concat!("hipsolverDnX", $small, "SetTolerance"), || {
                    if tolerance.is_nan() {
                        return Err(Failure::InvalidValue);
                    }
                    change(settings, |limits| limits.tolerance = tolerance.max(0.0))
                })
            }

            /// A number that is zero or negative is the default, as in cuSOLVER.
            extern "C" fn set_sweeps(settings: usize, sweeps: c_int) -> u32 {
                answer::<HipSolver>(concat!("hipsolverDnX", $small, "SetMaxSweeps"), || {
                    let sweeps = usize::try_from(sweeps).ok().filter(|&sweeps| sweeps > 0).unwrap_or(Limits::default().sweeps);
                    change(settings, |limits| limits.sweeps = sweeps)
                })
            }

            extern "C" fn set_sorting(settings: usize, sort: c_int) -> u32 {
                answer::<HipSolver>(concat!("hipsolverDnX", $small, "SetSortEig"), || change(settings, |limits| limits.sorted = sort != 0))
            }

            /// # Safety
            /// `sweeps` is null or valid for writes.
            unsafe extern "C" fn sweeps(handle: usize, settings: usize, sweeps: *mut c_int) -> u32 {
                // SAFETY: null or valid, as hipSOLVER says.
                answer::<HipSolver>(concat!("hipsolverDnX", $small, "GetSweeps"), || unsafe { give(sweeps, last(handle, settings)?.sweeps as c_int) })
            }

            /// # Safety
            /// `residual` is null or valid for writes.
            unsafe extern "C" fn residual(handle: usize, settings: usize, residual: *mut f64) -> u32 {
                // SAFETY: null or valid, as hipSOLVER says.
                answer::<HipSolver>(concat!("hipsolverDnX", $small, "GetResidual"), || unsafe { give(residual, last(handle, settings)?.residual) })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

settings! {
    syevj "syevj" "Syevj":
    hipsolverDnCreateSyevjInfo = create,
    hipsolverCreateSyevjInfo = create,
    hipsolverDnDestroySyevjInfo = destroy,
    hipsolverDestroySyevjInfo = destroy,
    hipsolverDnXsyevjSetTolerance = set_tolerance,
    hipsolverXsyevjSetTolerance = set_tolerance,
    hipsolverDnXsyevjSetMaxSweeps = set_sweeps,
    hipsolverXsyevjSetMaxSweeps = set_sweeps,
    hipsolverDnXsyevjSetSortEig = set_sorting,
    hipsolverXsyevjSetSortEig = set_sorting,
    hipsolverDnXsyevjGetSweeps = sweeps,
    hipsolverXsyevjGetSweeps = sweeps,
    hipsolverDnXsyevjGetResidual = residual,
    hipsolverXsyevjGetResidual = residual,
}

settings! {
    gesvdj "gesvdj" "Gesvdj":
    hipsolverDnCreateGesvdjInfo = create,
    hipsolverCreateGesvdjInfo = create,
    hipsolverDnDestroyGesvdjInfo = destroy,
    hipsolverDestroyGesvdjInfo = destroy,
    hipsolverDnXgesvdjSetTolerance = set_tolerance,
    hipsolverXgesvdjSetTolerance = set_tolerance,
    hipsolverDnXgesvdjSetMaxSweeps = set_sweeps,
    hipsolverXgesvdjSetMaxSweeps = set_sweeps,
    hipsolverDnXgesvdjSetSortEig = set_sorting,
    hipsolverXgesvdjSetSortEig = set_sorting,
    hipsolverDnXgesvdjGetSweeps = sweeps,
    hipsolverXgesvdjGetSweeps = sweeps,
    hipsolverDnXgesvdjGetResidual = residual,
    hipsolverXgesvdjGetResidual = residual,
}
