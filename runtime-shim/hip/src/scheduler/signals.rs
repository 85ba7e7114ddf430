//! Keeps signals that are meant for the program away from the threads of the pool.

/// While it lives, new threads inherit a mask that keeps signals meant for the process away from them.
pub(crate) struct AsynchronousSignalsBlocked(libc::sigset_t);

impl AsynchronousSignalsBlocked {
    pub(crate) fn new() -> AsynchronousSignalsBlocked {
        // SAFETY: the sets are plain data, filled by the calls.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&mut all);
            for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT, libc::SIGTRAP] {
                libc::sigdelset(&mut all, fault);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &all, &mut before);
            AsynchronousSignalsBlocked(before)
        }
    }
}

impl Drop for AsynchronousSignalsBlocked {
    fn drop(&mut self) {
        // SAFETY: restores the mask that was there.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, std::ptr::null_mut()) };
    }
}
