//! hipSPARSE on the CPU: sparse matrices by rows, by columns, by coordinates and of blocks, multiplied, solved, factorised and converted;
//! sparse vectors; and batches of banded systems.

mod arguments;
mod attributes;
mod batches;
mod block_entries;
mod block_incomplete;
mod block_systems;
mod blocks;
mod colours;
mod convert;
mod descriptors;
mod elements;
mod gustavson;
mod hybrid;
mod incomplete;
mod incomplete_entries;
mod interleaved;
mod masked_blocks;
mod matrix_properties;
mod more_formats;
mod older_dense;
mod older_products;
mod older_solve;
mod older_square;
mod older_vectors;
mod operands;
mod pivots;
mod products;
mod pruned;
mod pruned_entries;
mod rectangular_blocks;
mod sampled;
mod solve;
mod sorting;
mod square;
mod sums;
mod tridiagonal;
mod turned;
mod unsorted;
mod vectors;

pub(crate) use incomplete::{Pattern, lu_with};
pub(crate) use matrix_properties::base as index_base;

use crate::entry::{Failure, Library, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime::{self, Stream};
use std::ffi::{CStr, c_char, c_int};

/// hipSPARSE's status codes, `hipsparseStatus_t`.
pub(crate) struct HipSparse;

impl Library for HipSparse {
    fn status(failure: Failure) -> u32 {
        match failure {
            Failure::NoHandle => 1,
            Failure::AllocFailed => 2,
            Failure::InvalidValue | Failure::InvalidSize | Failure::InvalidEnum => 3,
            Failure::ExecutionFailed => 6,
            Failure::Internal => 7,
            Failure::NotSupported => 10,
        }
    }
}

/// What calls ask a handle for.
#[derive(Clone, Copy, Default)]
struct Settings {
    stream: Stream,
    /// `HIPSPARSE_POINTER_MODE_DEVICE`.
    device_scalars: bool,
}

impl Settings {
    /// Puts work at the stream's end that gives a result through a pointer of the host's memory or the device's, as the pointer mode
    /// says; for the host, the call waits.
    ///
    /// # Errors
    /// As of [`runtime::enqueue`].
    fn submit_result(&self, name: &'static str, work: impl Fn() + Send + 'static) -> Outcome {
        if self.device_scalars {
            return runtime::enqueue(self.stream, name, work);
        }
        runtime::run_now(self.stream, name, work)
    }
}

static HANDLES: Handles<Settings> = Handles::new();

fn settings(handle: usize) -> Outcome<Settings> {
    HANDLES.with(handle, |settings| *settings)
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipSparse>("hipsparseCreate", || {
        runtime::check()?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(handle, HANDLES.create(Settings::default())) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroy", || HANDLES.destroy(handle))
}

/// The version of hipSPARSE whose interface this is, as hipSPARSE counts: major * 100000 + minor * 100 + patch; ROCm 6.4 has this one.
const VERSION: c_int = 300_200;

/// # Safety
/// `version` is null or valid for writes.
unsafe extern "C" fn get_version(handle: usize, version: *mut c_int) -> u32 {
    answer::<HipSparse>("hipsparseGetVersion", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(version, VERSION) }
    })
}

/// The names and descriptions of `hipsparseStatus_t`, in the order of their values.
const STATUSES: [(&CStr, &CStr); 12] = [
    (c"HIPSPARSE_STATUS_SUCCESS", c"success"),
    (c"HIPSPARSE_STATUS_NOT_INITIALIZED", c"hipSPARSE is not initialized"),
    (c"HIPSPARSE_STATUS_ALLOC_FAILED", c"resources could not be allocated"),
    (c"HIPSPARSE_STATUS_INVALID_VALUE", c"an argument is not supported"),
    (c"HIPSPARSE_STATUS_ARCH_MISMATCH", c"the device does not support the function"),
    (c"HIPSPARSE_STATUS_MAPPING_ERROR", c"memory could not be accessed"),
    (c"HIPSPARSE_STATUS_EXECUTION_FAILED", c"a kernel failed"),
    (c"HIPSPARSE_STATUS_INTERNAL_ERROR", c"an internal operation failed"),
    (c"HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", c"the type of the matrix is not supported"),
    (c"HIPSPARSE_STATUS_ZERO_PIVOT", c"a pivot of the matrix is zero"),
    (c"HIPSPARSE_STATUS_NOT_SUPPORTED", c"the operation is not supported"),
    (c"HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES", c"resources are insufficient"),
];

fn status_text(status: u32) -> (&'static CStr, &'static CStr) {
    let unknown = (c"unrecognized error code", c"unrecognized error code");
    STATUSES.get(status as usize).copied().unwrap_or(unknown)
}

extern "C" fn get_error_name(status: u32) -> *const c_char {
    status_text(status).0.as_ptr()
}

extern "C" fn get_error_string(status: u32) -> *const c_char {
    status_text(status).1.as_ptr()
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_stream(handle: usize, stream: Stream) -> u32 {
    answer::<HipSparse>("hipsparseSetStream", || HANDLES.with(handle, |settings| settings.stream = stream))
}

/// # Safety
/// `stream` is null or valid for writes.
unsafe extern "C" fn get_stream(handle: usize, stream: *mut Stream) -> u32 {
    answer::<HipSparse>("hipsparseGetStream", || {
        let found = settings(handle)?.stream;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(stream, found) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_pointer_mode(handle: usize, mode: u32) -> u32 {
    answer::<HipSparse>("hipsparseSetPointerMode", || match mode {
        0 | 1 => HANDLES.with(handle, |settings| settings.device_scalars = mode == 1),
        _ => Err(Failure::InvalidEnum),
    })
}

/// # Safety
/// `mode` is null or valid for writes.
unsafe extern "C" fn get_pointer_mode(handle: usize, mode: *mut u32) -> u32 {
    answer::<HipSparse>("hipsparseGetPointerMode", || {
        let found = u32::from(settings(handle)?.device_scalars);
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(mode, found) }
    })
}

/// The row of each element, from where each row begins.
///
/// # Safety
/// `starts` is null or valid for reads of `rows + 1` numbers that rise from `base` to `base + count`, `to` null or valid for
/// writes of `count`, until the stream has done the work.
unsafe extern "C" fn csr_to_coo(
    handle: usize,
    starts: *const c_int,
    count: c_int,
    rows: c_int,
    to: *mut c_int,
    base: c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXcsr2coo", || {
        let stream = settings(handle)?.stream;
        if count < 0 || rows < 0 || starts.is_null() || count > 0 && to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (starts, to) = (starts as usize, to as usize);
        runtime::enqueue(stream, "hipsparseXcsr2coo", move || {
            let (starts, to) = (starts as *const c_int, to as *mut c_int);
            for row in 0..rows {
                // SAFETY: the program's arrays are there until this is done, as hipSPARSE says.
                unsafe {
                    let (first, end) = (starts.add(row as usize).read() - base, starts.add(row as usize + 1).read() - base);
                    (first..end).for_each(|at| to.add(at as usize).write(row + base));
                }
            }
        })
    })
}

/// Where each row begins, from the rows of the elements, which rise.
///
/// # Safety
/// `of` is null or valid for reads of `count` numbers, `starts` null or valid for writes of `rows + 1`, until the stream has done
/// the work.
unsafe extern "C" fn coo_to_csr(
    handle: usize,
    of: *const c_int,
    count: c_int,
    rows: c_int,
    starts: *mut c_int,
    base: c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXcoo2csr", || {
        let stream = settings(handle)?.stream;
        if count < 0 || rows < 0 || starts.is_null() || count > 0 && of.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (of, starts) = (of as usize, starts as usize);
        runtime::enqueue(stream, "hipsparseXcoo2csr", move || {
            let (of, starts) = (of as *const c_int, starts as *mut c_int);
            let mut at = 0;
            for row in 0..=rows {
                // SAFETY: the program's arrays are there until this is done, as hipSPARSE says.
                unsafe {
                    while at < count && of.add(at as usize).read() - base < row {
                        at += 1;
                    }
                    starts.add(row as usize).write(at + base);
                }
            }
        })
    })
}

/// # Safety
/// `to` is null or valid for writes of `n` numbers until the stream has done the work.
unsafe extern "C" fn identity(handle: usize, n: c_int, to: *mut c_int) -> u32 {
    answer::<HipSparse>("hipsparseCreateIdentityPermutation", || {
        let stream = settings(handle)?.stream;
        if n < 0 || n > 0 && to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let to = to as usize;
        runtime::enqueue(stream, "hipsparseCreateIdentityPermutation", move || {
            // SAFETY: the program's arrays are there until this is done, as hipSPARSE says.
            (0..n).for_each(|i| unsafe { (to as *mut c_int).add(i as usize).write(i) });
        })
    })
}

crate::export! {
    10;
    hipsparseCreate = create,
    hipsparseDestroy = destroy,
    hipsparseGetVersion = get_version,
    hipsparseGetErrorName = get_error_name,
    hipsparseGetErrorString = get_error_string,
    hipsparseSetStream = set_stream,
    hipsparseGetStream = get_stream,
    hipsparseSetPointerMode = set_pointer_mode,
    hipsparseGetPointerMode = get_pointer_mode,
    hipsparseXcsr2coo = csr_to_coo,
    hipsparseXcoo2csr = coo_to_csr,
    hipsparseCreateIdentityPermutation = identity,
}
