//! The last error of each host thread, as `hipGetLastError` and `hipPeekAtLastError` show it.

use std::cell::Cell;

use crate::entry;
use crate::types::error::{hipError_t, hipErrorNotReady, hipSuccess};

thread_local! {
    static LAST: Cell<hipError_t> = const { Cell::new(hipSuccess) };
}

/// Notes how a call ended and gives what it returns. A success does not wipe an earlier error out; `hipErrorNotReady` is an
/// answer of queries and no error (HIP 7.0; CUDA differs in the latter).
pub fn record(error: Option<hipError_t>) -> hipError_t {
    match error {
        None => hipSuccess,
        Some(error) => {
            if error != hipErrorNotReady && error != hipSuccess {
                LAST.set(error);
            }
            error
        }
    }
}

entry! {
    /// The thread's last error, which it then forgets.
    fn hipGetLastError() -> LastError {
        LastError(LAST.replace(hipSuccess))
    }

    /// The thread's last error of an extended call.
    fn hipExtGetLastError() -> LastError {
        LastError(LAST.replace(hipSuccess))
    }

    /// The thread's last error.
    fn hipPeekAtLastError() -> LastError {
        LastError(LAST.get())
    }
}

/// A `hipError_t` that is told and not recorded.
#[repr(transparent)]
pub struct LastError(pub hipError_t);

impl entry::Answer for LastError {
    type Body = LastError;

    fn of(body: LastError) -> LastError {
        body
    }

    fn panicked() -> LastError {
        LastError(crate::types::error::hipErrorUnknown)
    }
}
