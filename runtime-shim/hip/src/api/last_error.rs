//! The last error of each host thread, as `hipGetLastError` and `hipPeekAtLastError` show it.

use crate::check::launch_errors;
use crate::entry;
use crate::entry::{last_error, take_last_error};
use crate::types::error::{hipError_t, hipErrorUnknown};

entry! {
    /// The thread's last error, which it then forgets.
    fn hipGetLastError() -> LastError {
        launch_errors::read();
        LastError(take_last_error())
    }

    /// The thread's last error of an extended call.
    fn hipExtGetLastError() -> LastError {
        launch_errors::read();
        LastError(take_last_error())
    }

    /// The thread's last error.
    fn hipPeekAtLastError() -> LastError {
        launch_errors::read();
        LastError(last_error())
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
        LastError(hipErrorUnknown)
    }
}
