//! Where factorisations and triangular systems meet a pivot that is zero: the descriptors that programs ask for it, and by which they
//! have small pivots replaced (AMD's hipSPARSE documentation, `hipsparseXcsrilu02_numericBoost`).

use super::operands::Scalar;
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::handles::{Handles, give};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::{Type, Wide};
use std::ffi::c_int;
use std::sync::{Arc, Mutex};

/// What a descriptor holds.
#[derive(Clone, Copy)]
pub(super) struct Pivot {
    /// The first row whose pivot is zero or not there, as the program counts rows; -1 where there is none.
    pub(super) first: c_int,
    /// A tolerance, and what takes the place of pivots that do not exceed it.
    pub(super) boost: Option<(Scalar, Scalar)>,
}

impl Pivot {
    /// The tolerance and the value, where pivots are replaced.
    ///
    /// # Safety
    /// Scalars on the device are valid for reads; the value is of the type.
    pub(super) unsafe fn boost_in<T: Wide>(&self) -> Option<(f64, T)> {
        // SAFETY: as required; the tolerance is of double precision for all types.
        self.boost.map(|(tolerance, value)| unsafe { (tolerance.get::<f64>(Type::Double), value.get::<T>(T::KIND)) })
    }
}

static PIVOTS: Handles<Pivot> = Handles::new();

/// `HIPSPARSE_STATUS_ZERO_PIVOT`.
const ZERO_PIVOT: u32 = 9;

/// Where work in a stream writes the row that it finds.
///
/// # Errors
/// `Failure::InvalidValue` where there is no such descriptor.
pub(super) fn place(info: usize) -> Outcome<Arc<Mutex<Pivot>>> {
    PIVOTS.shared(info).map_err(|_| Failure::InvalidValue)
}

/// Waits for the stream, and answers that a pivot is zero where one is.
///
/// # Safety
/// `position` is null or valid for writes.
unsafe fn zero_pivot(name: &str, handle: usize, info: usize, position: *mut c_int) -> u32 {
    let mut found = -1;
    let status = answer::<HipSparse>(name, || {
        runtime::synchronize(settings(handle)?.stream)?;
        found = PIVOTS.with(info, |found| found.first).map_err(|_| Failure::InvalidValue)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(position, found) }
    });
    if status == 0 && found >= 0 { ZERO_PIVOT } else { status }
}

/// The entry points of one descriptor's type.
macro_rules! pivots {
    ($module:ident $create:literal $destroy:literal $ask:literal: $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            /// # Safety
            /// `to` is null or valid for writes.
            unsafe extern "C" fn create(to: *mut usize) -> u32 {
                // SAFETY: null or valid, as hipSPARSE says.
                answer::<HipSparse>($create, || unsafe { give(to, PIVOTS.create(Pivot { first: -1, boost: None })) })
            }

            extern "C" fn destroy(info: usize) -> u32 {
                answer::<HipSparse>($destroy, || PIVOTS.destroy(info).map_err(|_| Failure::InvalidValue))
            }

            /// # Safety
            /// `position` is null or valid for writes.
            unsafe extern "C" fn ask(handle: usize, info: usize, position: *mut c_int) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { zero_pivot($ask, handle, info, position) }
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

pivots! {
    of_lu "hipsparseCreateCsrilu02Info" "hipsparseDestroyCsrilu02Info" "hipsparseXcsrilu02_zeroPivot":
    hipsparseCreateCsrilu02Info = create,
    hipsparseDestroyCsrilu02Info = destroy,
    hipsparseXcsrilu02_zeroPivot = ask,
}

pivots! {
    of_cholesky "hipsparseCreateCsric02Info" "hipsparseDestroyCsric02Info" "hipsparseXcsric02_zeroPivot":
    hipsparseCreateCsric02Info = create,
    hipsparseDestroyCsric02Info = destroy,
    hipsparseXcsric02_zeroPivot = ask,
}

pivots! {
    of_vectors "hipsparseCreateCsrsv2Info" "hipsparseDestroyCsrsv2Info" "hipsparseXcsrsv2_zeroPivot":
    hipsparseCreateCsrsv2Info = create,
    hipsparseDestroyCsrsv2Info = destroy,
    hipsparseXcsrsv2_zeroPivot = ask,
}

pivots! {
    of_matrices "hipsparseCreateCsrsm2Info" "hipsparseDestroyCsrsm2Info" "hipsparseXcsrsm2_zeroPivot":
    hipsparseCreateCsrsm2Info = create,
    hipsparseDestroyCsrsm2Info = destroy,
    hipsparseXcsrsm2_zeroPivot = ask,
}

pivots! {
    of_block_lu "hipsparseCreateBsrilu02Info" "hipsparseDestroyBsrilu02Info" "hipsparseXbsrilu02_zeroPivot":
    hipsparseCreateBsrilu02Info = create,
    hipsparseDestroyBsrilu02Info = destroy,
    hipsparseXbsrilu02_zeroPivot = ask,
}

pivots! {
    of_block_cholesky "hipsparseCreateBsric02Info" "hipsparseDestroyBsric02Info" "hipsparseXbsric02_zeroPivot":
    hipsparseCreateBsric02Info = create,
    hipsparseDestroyBsric02Info = destroy,
    hipsparseXbsric02_zeroPivot = ask,
}

pivots! {
    of_block_vectors "hipsparseCreateBsrsv2Info" "hipsparseDestroyBsrsv2Info" "hipsparseXbsrsv2_zeroPivot":
    hipsparseCreateBsrsv2Info = create,
    hipsparseDestroyBsrsv2Info = destroy,
    hipsparseXbsrsv2_zeroPivot = ask,
}

pivots! {
    of_block_matrices "hipsparseCreateBsrsm2Info" "hipsparseDestroyBsrsm2Info" "hipsparseXbsrsm2_zeroPivot":
    hipsparseCreateBsrsm2Info = create,
    hipsparseDestroyBsrsm2Info = destroy,
    hipsparseXbsrsm2_zeroPivot = ask,
}

/// Whether factorisations replace pivots that do not exceed a tolerance, and by what.
///
/// # Safety
/// Where pivots are replaced, both pointers are null or valid for reads, in device mode for as long as factorisations run.
unsafe extern "C" fn boost<T: Wide>(handle: usize, info: usize, enabled: c_int, tolerance: *const f64, value: *const T) -> u32 {
    answer::<HipSparse>("hipsparseXcsrilu02_numericBoost", || {
        let on_device = settings(handle)?.device_scalars;
        let replaced = match enabled {
            0 => None,
            // SAFETY: null or valid, as hipSPARSE says.
            _ => Some(unsafe {
                (Scalar::new(tolerance.cast(), Type::Double, on_device)?, Scalar::new(value.cast(), T::KIND, on_device)?)
            }),
        };
        PIVOTS.with(info, |found| found.boost = replaced).map_err(|_| Failure::InvalidValue)
    })
}

export_typed! {
    10;
    boost: hipsparseScsrilu02_numericBoost = f32, hipsparseDcsrilu02_numericBoost = f64, hipsparseCcsrilu02_numericBoost = c32,
        hipsparseZcsrilu02_numericBoost = c64, hipsparseSbsrilu02_numericBoost = f32, hipsparseDbsrilu02_numericBoost = f64,
        hipsparseCbsrilu02_numericBoost = c32, hipsparseZbsrilu02_numericBoost = c64;
}
