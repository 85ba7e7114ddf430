//! Where factorisations and triangular systems meet a pivot that is zero: the descriptors that programs ask for it.

use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime;
use std::ffi::c_int;
use std::sync::{Arc, Mutex};

/// The first row whose pivot is zero or not there, as the program counts rows; -1 where there is none.
static PIVOTS: Handles<c_int> = Handles::new();

/// `HIPSPARSE_STATUS_ZERO_PIVOT`.
const ZERO_PIVOT: u32 = 9;

/// Where work in a stream writes the row that it finds.
///
/// # Errors
/// `Failure::InvalidValue` where there is no such descriptor.
pub(super) fn place(info: usize) -> Outcome<Arc<Mutex<c_int>>> {
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
        found = PIVOTS.with(info, |found| *found).map_err(|_| Failure::InvalidValue)?;
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
                answer::<HipSparse>($create, || unsafe { give(to, PIVOTS.create(-1)) })
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
