//! The last error of each host thread, as `cudaGetLastError` and `cudaPeekAtLastError` show it.

use hipify_entry::last_error::LastError;

use crate::entry::Answer;
use crate::generated::Family;

thread_local! {
    static LAST: LastError<i32> = const { LastError::new(0) };
}

/// Notes how a call of the runtime ended, and gives it back. Other families have no last error.
pub fn record(family: Family, status: i32) -> i32 {
    if family == Family::Runtime && status != 0 {
        LAST.with(|last| last.set(status));
    }
    status
}

/// The last error, which is forgotten with `forget`.
pub(crate) fn last(forget: bool) -> i32 {
    LAST.with(|last| if forget { last.take(0) } else { last.peek() })
}

/// A status that is told and not noted.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Told(pub i32);

impl Answer for Told {
    fn of_status(status: i32) -> Told {
        Told(status)
    }
}
