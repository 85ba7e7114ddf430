//! hipSOLVER's functions on the CPU, under its own names and those that cuSOLVER's have there (`hipsolverDn...`).

mod dense_entries;
mod dense_work;
mod jacobi_settings;
mod largest_entries;
mod pencil_entries;
mod pencil_work;
mod plain_entries;
mod reduction_entries;
mod reductions;
mod refactor;
mod refactor_arrays;
mod refactor_entries;
mod refactor_handles;
mod refactor_parts;
mod selected_entries;
mod sparse_entries;
mod sparse_systems;
mod spectral_entries;
mod symmetric;
mod system_entries;
mod wide_entries;

use crate::entry::{Failure, Library, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime::{self, Stream};

/// hipSOLVER's status codes, `hipsolverStatus_t`.
pub(crate) struct HipSolver;

impl Library for HipSolver {
    fn status(failure: Failure) -> u32 {
        match failure {
            Failure::NoHandle => 1,
            Failure::AllocFailed => 2,
            Failure::InvalidValue | Failure::InvalidSize => 3,
            Failure::ExecutionFailed => 5,
            Failure::Internal => 6,
            Failure::NotSupported => 7,
            Failure::InvalidEnum => 10,
        }
    }
}

/// What calls ask a handle for.
#[derive(Clone, Copy)]
struct Settings {
    stream: Stream,
    /// `hipsolverDeterministicMode_t`: results here are always the same.
    mode: u32,
}

/// `HIPSOLVER_DETERMINISTIC_RESULTS` and `HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS`.
const MODES: std::ops::RangeInclusive<u32> = 241..=242;

static HANDLES: Handles<Settings> = Handles::new();

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipSolver>("hipsolverDnCreate", || {
        runtime::check()?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(handle, HANDLES.create(Settings { stream: 0, mode: *MODES.start() })) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipSolver>("hipsolverDnDestroy", || HANDLES.destroy(handle))
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_stream(handle: usize, stream: Stream) -> u32 {
    answer::<HipSolver>("hipsolverDnSetStream", || HANDLES.with(handle, |now| now.stream = stream))
}

/// # Safety
/// `stream` is null or valid for writes.
unsafe extern "C" fn get_stream(handle: usize, stream: *mut Stream) -> u32 {
    answer::<HipSolver>("hipsolverDnGetStream", || {
        let found = HANDLES.with(handle, |now| now.stream)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(stream, found) }
    })
}

extern "C" fn set_mode(handle: usize, mode: u32) -> u32 {
    answer::<HipSolver>("hipsolverDnSetDeterministicMode", || {
        if !MODES.contains(&mode) {
            return Err(Failure::InvalidEnum);
        }
        HANDLES.with(handle, |now| now.mode = mode)
    })
}

/// # Safety
/// `mode` is null or valid for writes.
unsafe extern "C" fn get_mode(handle: usize, mode: *mut u32) -> u32 {
    answer::<HipSolver>("hipsolverDnGetDeterministicMode", || {
        let found = HANDLES.with(handle, |now| now.mode)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(mode, found) }
    })
}

/// Puts work into a handle's stream; `valid` says whether sizes and pointers can be.
fn submit(name: &'static str, handle: usize, valid: bool, work: impl Fn() + Send + 'static) -> u32 {
    answer::<HipSolver>(name, || {
        let stream = HANDLES.with(handle, |now| now.stream)?;
        if !valid {
            return Err(Failure::InvalidValue);
        }
        runtime::enqueue(stream, name, work)
    })
}

/// The same, and waits for the work.
fn submit_and_wait(name: &'static str, handle: usize, valid: bool, work: impl Fn() + Send + 'static) -> u32 {
    answer::<HipSolver>(name, || {
        let stream = HANDLES.with(handle, |now| now.stream)?;
        if !valid {
            return Err(Failure::InvalidValue);
        }
        runtime::run_now(stream, name, work)
    })
}

/// Memory to work in is our own: programs are asked for one element.
fn work_size(name: &str, handle: usize, size: *mut i32) -> u32 {
    answer::<HipSolver>(name, || {
        HANDLES.with(handle, |_| ())?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(size, 1) }
    })
}

fn checked<T>(name: &'static str, values: Outcome<T>, then: impl FnOnce(T) -> u32) -> u32 {
    match values {
        Ok(values) => then(values),
        Err(failure) => answer::<HipSolver>(name, || Err(failure)),
    }
}

crate::export! {
    7;
    hipsolverDnCreate = create,
    hipsolverDnDestroy = destroy,
    hipsolverDnSetStream = set_stream,
    hipsolverDnGetStream = get_stream,
    hipsolverDnSetDeterministicMode = set_mode,
    hipsolverDnGetDeterministicMode = get_mode,
    hipsolverCreate = create,
    hipsolverDestroy = destroy,
    hipsolverSetStream = set_stream,
    hipsolverGetStream = get_stream,
}
