//! hipBLAS's handles: the stream, the pointer mode and what else a program sets.

use super::HipBlas;
use crate::entry::{Failure, Outcome, answer};
use crate::export;
use crate::handles::{Handles, give};
use crate::runtime::{self, Stream};
use std::ffi::c_char;

/// What calls ask a handle for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub(super) stream: Stream,
    /// `HIPBLAS_POINTER_MODE_DEVICE`.
    pub(super) device_scalars: bool,
    math: u32,
    atomics: u32,
}

static HANDLES: Handles<Settings> = Handles::new();

pub(super) fn settings(handle: usize) -> Outcome<Settings> {
    HANDLES.with(handle, |settings| *settings)
}

/// Whether it is one of hipBLAS's handles.
pub(crate) fn is_handle(handle: usize) -> bool {
    settings(handle).is_ok()
}

/// Changes one setting.
fn set(name: &str, handle: usize, change: impl FnOnce(&mut Settings)) -> u32 {
    answer::<HipBlas>(name, || HANDLES.with(handle, change))
}

/// Gives one setting.
fn get<T>(name: &str, handle: usize, to: *mut T, read: impl FnOnce(&Settings) -> T) -> u32 {
    answer::<HipBlas>(name, || {
        let value = HANDLES.with(handle, |settings| read(settings))?;
        // SAFETY: null or valid, as hipBLAS says.
        unsafe { give(to, value) }
    })
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipBlas>("hipblasCreate", || {
        runtime::check()?;
        if handle.is_null() {
            return Err(Failure::NoHandle);
        }
        // SAFETY: not null, and valid as hipBLAS says.
        unsafe { give(handle, HANDLES.create(Settings { atomics: 1, ..Settings::default() })) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipBlas>("hipblasDestroy", || {
        let stream = settings(handle)?.stream;
        HANDLES.destroy(handle)?;
        // AMD's and NVIDIA's libraries wait too. The stream may be gone, which is no error here.
        let _ = runtime::synchronize(stream);
        Ok(())
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_stream(handle: usize, stream: Stream) -> u32 {
    set("hipblasSetStream", handle, |settings| settings.stream = stream)
}

/// # Safety
/// `stream` is null or valid for writes.
unsafe extern "C" fn get_stream(handle: usize, stream: *mut Stream) -> u32 {
    get("hipblasGetStream", handle, stream, |settings| settings.stream)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_pointer_mode(handle: usize, mode: u32) -> u32 {
    if mode > 1 {
        return HipBlas::of(Failure::InvalidEnum);
    }
    set("hipblasSetPointerMode", handle, |settings| settings.device_scalars = mode == 1)
}

/// # Safety
/// `mode` is null or valid for writes.
unsafe extern "C" fn get_pointer_mode(handle: usize, mode: *mut u32) -> u32 {
    get("hipblasGetPointerMode", handle, mode, |settings| u32::from(settings.device_scalars))
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_math_mode(handle: usize, mode: u32) -> u32 {
    set("hipblasSetMathMode", handle, |settings| settings.math = mode)
}

/// # Safety
/// `mode` is null or valid for writes.
unsafe extern "C" fn get_math_mode(handle: usize, mode: *mut u32) -> u32 {
    get("hipblasGetMathMode", handle, mode, |settings| settings.math)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_atomics_mode(handle: usize, mode: u32) -> u32 {
    if mode > 1 {
        return HipBlas::of(Failure::InvalidEnum);
    }
    set("hipblasSetAtomicsMode", handle, |settings| settings.atomics = mode)
}

/// # Safety
/// `mode` is null or valid for writes.
unsafe extern "C" fn get_atomics_mode(handle: usize, mode: *mut u32) -> u32 {
    get("hipblasGetAtomicsMode", handle, mode, |settings| settings.atomics)
}

/// Memory that programs bring along is not needed here: it is accepted and left alone.
///
/// # Safety
/// None: the handle is looked up, and the workspace is not used.
unsafe extern "C" fn set_workspace(handle: usize, _workspace: *mut std::ffi::c_void, _bytes: usize) -> u32 {
    set("hipblasSetWorkspace", handle, |_| ())
}

impl HipBlas {
    fn of(failure: Failure) -> u32 {
        <HipBlas as crate::entry::Library>::status(failure)
    }
}

/// Names of `hipblasStatus_t`, by value.
const STATUS: [&std::ffi::CStr; 12] = [
    c"HIPBLAS_STATUS_SUCCESS",
    c"HIPBLAS_STATUS_NOT_INITIALIZED",
    c"HIPBLAS_STATUS_ALLOC_FAILED",
    c"HIPBLAS_STATUS_INVALID_VALUE",
    c"HIPBLAS_STATUS_MAPPING_ERROR",
    c"HIPBLAS_STATUS_EXECUTION_FAILED",
    c"HIPBLAS_STATUS_INTERNAL_ERROR",
    c"HIPBLAS_STATUS_NOT_SUPPORTED",
    c"HIPBLAS_STATUS_ARCH_MISMATCH",
    c"HIPBLAS_STATUS_HANDLE_IS_NULLPTR",
    c"HIPBLAS_STATUS_INVALID_ENUM",
    c"HIPBLAS_STATUS_UNKNOWN",
];

/// # Safety
/// None: any number is taken.
unsafe extern "C" fn status_to_string(status: u32) -> *const c_char {
    STATUS.get(status as usize).unwrap_or(&STATUS[11]).as_ptr()
}

export! {
    7;
    hipblasCreate = create,
    hipblasDestroy = destroy,
    hipblasSetStream = set_stream,
    hipblasGetStream = get_stream,
    hipblasSetPointerMode = set_pointer_mode,
    hipblasGetPointerMode = get_pointer_mode,
    hipblasSetMathMode = set_math_mode,
    hipblasGetMathMode = get_math_mode,
    hipblasSetAtomicsMode = set_atomics_mode,
    hipblasGetAtomicsMode = get_atomics_mode,
    hipblasSetWorkspace = set_workspace,
    hipblasStatusToString = status_to_string,
}
