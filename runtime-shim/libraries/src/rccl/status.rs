//! Why calls cannot be carried out: RCCL's codes, and messages.

use std::ffi::{CStr, CString, c_char};
use std::sync::{Mutex, PoisonError};

use crate::entry::Failure;

/// Why a call cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// The HIP runtime refused.
    Runtime,
    /// The operating system refused.
    System,
    /// A defect of this library.
    Internal,
    InvalidArgument,
    InvalidUsage,
    /// This rank is gone: its process has ended, or it has ended its communicator.
    Remote(usize),
    /// The program has ended the communicator with `ncclCommAbort`.
    Aborted,
}

impl Status {
    /// As `ncclResult_t` numbers it.
    pub(super) fn code(self) -> u32 {
        match self {
            Status::Runtime => 1,
            Status::System => 2,
            Status::Internal => 3,
            Status::InvalidArgument => 4,
            Status::InvalidUsage | Status::Aborted => 5,
            Status::Remote(_) => 6,
        }
    }
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Status {
        match failure {
            Failure::ExecutionFailed => Status::Runtime,
            Failure::AllocFailed => Status::System,
            Failure::NotSupported => Status::InvalidUsage,
            Failure::Internal => Status::Internal,
            _ => Status::InvalidArgument,
        }
    }
}

/// The last message, for `ncclGetLastError`, and those before it, to which programs may still have pointers.
static MESSAGES: Mutex<Vec<CString>> = Mutex::new(Vec::new());

/// Says on stderr why something is wrong, and keeps it for `ncclGetLastError`.
pub(super) fn fail(status: Status, message: String) -> Status {
    eprintln!("hipify: {message}");
    let message = CString::new(message.replace('\0', "")).unwrap_or_default();
    let mut messages = MESSAGES.lock().unwrap_or_else(PoisonError::into_inner);
    messages.retain(|other| *other != message);
    messages.push(message);
    status
}

/// The last message; an empty text where there was none. It is never freed.
pub(super) fn last_message() -> *const c_char {
    let messages = MESSAGES.lock().unwrap_or_else(PoisonError::into_inner);
    messages.last().map_or(c"", |message| message.as_c_str()).as_ptr()
}

/// The descriptions of `ncclResult_t`, in the order of their values.
const RESULTS: [&CStr; 8] = [
    c"no error",
    c"the HIP runtime has failed",
    c"the operating system has failed",
    c"an internal operation has failed",
    c"an argument is invalid",
    c"the call is invalid where it stands",
    c"another rank has failed or is gone",
    c"the operation is in progress",
];

/// What a code means.
pub(super) fn description(code: u32) -> *const c_char {
    RESULTS.get(code as usize).copied().unwrap_or(c"unknown result code").as_ptr()
}
