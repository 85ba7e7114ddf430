//! The device that each host thread has chosen.

use std::cell::Cell;

use crate::entry::Outcome;
use crate::environment;
use crate::types::error::hipErrorInvalidDevice;

thread_local! {
    static DEVICE: Cell<usize> = const { Cell::new(0) };
}

/// The calling thread's device, `0 .. device_count()`.
pub fn device() -> usize {
    DEVICE.get()
}

/// Chooses the calling thread's device.
///
/// # Errors
/// `hipErrorInvalidDevice` where there is no such device.
pub fn set_device(device: usize) -> Outcome {
    if device >= environment::device_count() {
        return Err(hipErrorInvalidDevice);
    }
    DEVICE.set(device);
    Ok(())
}
