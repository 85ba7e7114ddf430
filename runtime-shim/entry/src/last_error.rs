//! The last error of a host thread.

use std::cell::Cell;

/// The error of the last call that failed. Each library keeps one a thread, for the calls that have a last error.
#[derive(Debug)]
pub struct LastError<T: Copy>(Cell<T>);

impl<T: Copy + PartialEq> LastError<T> {
    /// With the value that says that nothing has failed.
    pub const fn new(success: T) -> LastError<T> {
        LastError(Cell::new(success))
    }

    /// Notes an error.
    pub fn set(&self, error: T) {
        self.0.set(error);
    }

    /// The last error, which stays.
    pub fn peek(&self) -> T {
        self.0.get()
    }

    /// The last error, in whose place `success` is from now on.
    pub fn take(&self, success: T) -> T {
        self.0.replace(success)
    }
}
