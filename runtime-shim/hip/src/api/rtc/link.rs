//! Entry points that link bitcode while the program runs, of hipRTC and of the driver API.

use std::ffi::{c_char, c_uint, c_void};

use super::text;
use crate::entry;
use crate::entry::Outcome;
use crate::rtc::Done;
use crate::rtc::link::{self, Link};
use crate::types::error::{hipError_t, hipErrorFileNotFound, hipErrorInvalidHandle, hipErrorInvalidImage, hipErrorInvalidValue};
use crate::types::rtc::*;

/// What `hipLinkState_t` leads to; the two interfaces have the same links.
type State = hiprtcLinkState;

fn handle(state: State) -> usize {
    state.addr()
}

/// # Safety
/// `image` is null or valid for reads of `size` bytes; `name` is null or leads to a C string.
unsafe fn add_data(state: State, kind: c_uint, image: *const c_void, size: usize, name: *const c_char) -> Done {
    if image.is_null() || size == 0 {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: not null, and valid for `size` bytes.
    let (bytes, name) = unsafe {
        let name = if name.is_null() { "the input".to_owned() } else { text(name)? };
        (std::slice::from_raw_parts(image.cast::<u8>(), size), name)
    };
    let added = Link::with(handle(state), |link| link.add(kind, &name, bytes));
    added.ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?.map_err(|(result, _)| result)
}

/// # Safety
/// `path` is null or leads to a C string.
unsafe fn add_file(state: State, kind: c_uint, path: *const c_char) -> Done {
    // SAFETY: this function requires what its callee does.
    let path = unsafe { text(path)? };
    Link::with(handle(state), |_| ()).ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?;
    if !link::is_taken(kind) {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    let bytes = std::fs::read(&path).map_err(|error| {
        eprintln!("hipify: cannot read `{path}`: {error}");
        HIPRTC_ERROR_PROGRAM_CREATION_FAILURE
    })?;
    let added = Link::with(handle(state), |link| link.add(kind, &path, &bytes));
    added.ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?.map_err(|(result, _)| result)
}

/// # Safety
/// `binary` and `size` are null or valid for writing.
unsafe fn complete(state: State, binary: *mut *mut c_void, size: *mut usize) -> Done {
    if binary.is_null() || size.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    let linked = Link::with(handle(state), Link::complete).ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?;
    let (start, bytes) = linked.map_err(|(result, _)| result)?;
    // SAFETY: not null, and valid for writing.
    unsafe {
        binary.write(start.cast_mut().cast());
        size.write(bytes);
    }
    Ok(())
}

/// # Safety
/// `state` is null or valid for writing.
unsafe fn create(state: *mut State) -> Done {
    if state.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: not null, and valid for writing.
    unsafe { state.write(std::ptr::without_provenance_mut(Link::create())) };
    Ok(())
}

fn destroy(state: State) -> Done {
    Link::destroy(handle(state)).ok_or(HIPRTC_ERROR_INVALID_PROGRAM)
}

/// The driver API's error for the same mistake.
fn outcome(done: Done) -> Outcome {
    done.map_err(|result| -> hipError_t {
        match result {
            HIPRTC_ERROR_INVALID_INPUT => hipErrorInvalidValue,
            HIPRTC_ERROR_INVALID_PROGRAM => hipErrorInvalidHandle,
            HIPRTC_ERROR_PROGRAM_CREATION_FAILURE => hipErrorFileNotFound,
            _ => hipErrorInvalidImage,
        }
    })
}

/// hipRTC's error for a handle that is no link's: AMD's library names the input, not the program.
fn of_link(done: Done) -> Done {
    done.map_err(|result| if result == HIPRTC_ERROR_INVALID_PROGRAM { HIPRTC_ERROR_INVALID_INPUT } else { result })
}

entry! {
    /// Options are about GPUs' code.
    fn hiprtcLinkCreate(_count: u32, _options: *mut u32, _values: *mut *mut c_void, state: *mut State) -> hiprtcResult {
        create(state)
    }

    fn hiprtcLinkAddFile(
        state: State, kind: u32, path: *const c_char, _count: u32, _options: *mut u32, _values: *mut *mut c_void,
    ) -> hiprtcResult {
        of_link(add_file(state, kind, path))
    }

    fn hiprtcLinkAddData(
        state: State, kind: u32, image: *mut c_void, size: usize, name: *const c_char, _count: u32, _options: *mut u32,
        _values: *mut *mut c_void,
    ) -> hiprtcResult {
        of_link(add_data(state, kind, image, size, name))
    }

    /// The code object, which lives as long as the link.
    fn hiprtcLinkComplete(state: State, binary: *mut *mut c_void, size: *mut usize) -> hiprtcResult {
        of_link(complete(state, binary, size))
    }

    fn hiprtcLinkDestroy(state: State) -> hiprtcResult {
        of_link(destroy(state))
    }

    /// Options are about GPUs' code.
    fn hipLinkCreate(_count: c_uint, _options: *mut c_uint, _values: *mut *mut c_void, state: *mut State) {
        outcome(create(state))
    }

    fn hipLinkAddData(
        state: State, kind: c_uint, data: *mut c_void, size: usize, name: *const c_char, _count: c_uint, _options: *mut c_uint,
        _values: *mut *mut c_void,
    ) {
        outcome(add_data(state, kind, data, size, name))
    }

    fn hipLinkAddFile(
        state: State, kind: c_uint, path: *const c_char, _count: c_uint, _options: *mut c_uint, _values: *mut *mut c_void,
    ) {
        outcome(add_file(state, kind, path))
    }

    /// The code object, which lives as long as the link.
    fn hipLinkComplete(state: State, binary: *mut *mut c_void, size: *mut usize) {
        outcome(complete(state, binary, size))
    }

    fn hipLinkDestroy(state: State) {
        outcome(destroy(state))
    }
}
