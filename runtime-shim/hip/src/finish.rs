//! The end of the process: work that still runs is waited for, and what kernels have printed is written.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::{print, scheduler};

/// How long a program's end waits for its kernels; one that never ends must not keep the process.
const PATIENCE: Duration = Duration::from_secs(10);

/// When patience ends: once for all fat binaries and exit handlers.
static END: OnceLock<Instant> = OnceLock::new();

/// Waits until all work is done, within reason, and writes what it has printed.
pub(crate) fn wait_for_work() {
    let end = *END.get_or_init(|| Instant::now() + PATIENCE);
    // Not by helping: a kernel that never ends would keep this thread.
    while !scheduler::SCHEDULER.idle() && Instant::now() < end && !scheduler::on_pool_thread() {
        std::thread::sleep(Duration::from_micros(50));
    }
    print::flush();
}

/// Writes what has been printed when the process ends in whatever way runs exit handlers. To be called once.
pub(crate) fn flush_at_exit() {
    extern "C" fn flush() {
        wait_for_work();
    }
    // SAFETY: the function is never unloaded.
    unsafe { libc::atexit(flush) };
}
