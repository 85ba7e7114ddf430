//! The last error of each host thread, as `cudaGetLastError` and `cudaPeekAtLastError` show it.

use hipify_entry::last_error::LastError;

thread_local! {
    static LAST: LastError<i32> = const { LastError::new(0) };
}

/// Notes how a call of the runtime failed.
pub(crate) fn record(status: i32) {
    LAST.with(|last| last.set(status));
}

/// The last error, which is forgotten with `forget`.
pub(crate) fn last(forget: bool) -> i32 {
    LAST.with(|last| if forget { last.take(0) } else { last.peek() })
}
