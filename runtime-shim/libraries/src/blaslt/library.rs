//! hipBLASLt's handles, and what it says of itself.

use crate::blas::{self, HipBlas};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime;
use std::ffi::{c_char, c_int};

static HANDLES: Handles<()> = Handles::new();

/// `HIPBLASLT_VERSION_*` of the bundled header, as hipBLASLt puts them into one number.
const VERSION: c_int = 100_100;

/// cuBLASLt takes cuBLAS's handles too, and programs that are ported count on it.
///
/// # Errors
/// `Failure::NoHandle` where it is neither hipBLASLt's nor hipBLAS's.
pub(super) fn check(handle: usize) -> Outcome {
    HANDLES.with(handle, |()| ()).or_else(|failure| if blas::is_handle(handle) { Ok(()) } else { Err(failure) })
}

/// # Safety
/// `handle` is null or valid for a write.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipBlas>("hipblasLtCreate", || {
        runtime::check()?;
        // SAFETY: null or valid, as required.
        unsafe { if handle.is_null() { Err(Failure::InvalidValue) } else { give(handle, HANDLES.create(())) } }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipBlas>("hipblasLtDestroy", || HANDLES.destroy(handle))
}

/// # Safety
/// `version` is null or valid for a write.
unsafe extern "C" fn version(handle: usize, version: *mut c_int) -> u32 {
    answer::<HipBlas>("hipblasLtGetVersion", || {
        check(handle)?;
        // SAFETY: null or valid, as required.
        unsafe { give(version, VERSION) }
    })
}

/// There is no revision of AMD's sources here: an empty text.
///
/// # Safety
/// `revision` is null or valid for a write.
unsafe extern "C" fn revision(handle: usize, revision: *mut c_char) -> u32 {
    answer::<HipBlas>("hipblasLtGetGitRevision", || {
        check(handle)?;
        // SAFETY: null or valid, as required.
        unsafe { give(revision, 0) }
    })
}

/// The device's name, as `hipGetDeviceProperties` gives it, in memory of `malloc`, which the program frees.
///
/// # Safety
/// `name` is null or valid for a write.
unsafe extern "C" fn architecture(name: *mut *mut c_char) -> u32 {
    answer::<HipBlas>("hipblasLtGetArchName", || {
        // SAFETY: the text ends with zero.
        let copy = unsafe { libc::strdup(c"gfx000".as_ptr()) };
        if copy.is_null() {
            return Err(Failure::AllocFailed);
        }
        // SAFETY: null or valid, as required; memory that nobody takes is given back.
        unsafe { give(name, copy).inspect_err(|_| libc::free(copy.cast())) }
    })
}

crate::export! {
    7;
    hipblasLtCreate = create,
    hipblasLtDestroy = destroy,
    hipblasLtGetVersion = version,
    hipblasLtGetGitRevision = revision,
    hipblasLtGetArchName = architecture,
}
