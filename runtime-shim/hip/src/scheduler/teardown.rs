//! Teardown at the end of the process: drains running work, and writes its output.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::scheduler::{SCHEDULER, on_pool_thread};

/// How long a program's end waits for its kernels; one that never ends must not keep the process.
const PATIENCE: Duration = Duration::from_secs(10);

/// When patience ends: once for all fat binaries and exit handlers.
static END: OnceLock<Instant> = OnceLock::new();

/// What is to be called when the work has ended.
static AFTER: OnceLock<fn()> = OnceLock::new();

/// Names what is to be called after work has been waited for. The first call decides.
pub(crate) fn call_after_drain(function: fn()) {
    AFTER.get_or_init(|| function);
}

/// Waits until all work is done, within reason.
pub(crate) fn drain() {
    let end = *END.get_or_init(|| Instant::now() + PATIENCE);
    // Not by helping: a kernel that never ends would keep this thread.
    while !SCHEDULER.idle() && Instant::now() < end && !on_pool_thread() {
        std::thread::sleep(Duration::from_micros(50));
    }
    if let Some(function) = AFTER.get() {
        function();
    }
}

/// Drains when the process ends in whatever way runs exit handlers. To be called once.
pub(crate) fn drain_at_exit() {
    extern "C" fn at_exit() {
        drain();
    }
    // SAFETY: the function is never unloaded.
    unsafe { libc::atexit(at_exit) };
}
