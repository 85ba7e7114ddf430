//! What a crash says: inside of LLVM, which takes broken bitcode at its word, or of the lowering.

use std::path::PathBuf;
use std::sync::OnceLock;

/// What to do about a mistake of the lowering.
pub(crate) const REMEDY: &str = "compile its inputs again in case they are broken, else please report this with them";

static MESSAGE: OnceLock<String> = OnceLock::new();

const SIGNALS: [libc::c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

/// Makes crashes from here on end the process with a message that names the inputs, and exit code 1.
pub(crate) fn say(inputs: &[PathBuf]) {
    let names: Vec<String> = inputs.iter().map(|input| format!("`{}`", input.display())).collect();
    MESSAGE.get_or_init(|| format!("hipify-lower: error: lowering {} crashed; {REMEDY}\n", names.join(", ")));
    for signal in SIGNALS {
        // SAFETY: the handler calls nothing but what is safe in a handler; the standard library gives each of its threads a stack for it.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = end as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn end(_: libc::c_int) {
    let message = MESSAGE.get().map_or("", String::as_str);
    // SAFETY: both are safe in a signal's handler (POSIX, 2.4.3); the text is never changed.
    unsafe {
        libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        libc::_exit(1);
    }
}
