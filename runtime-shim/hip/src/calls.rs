//! Who called: return addresses as offsets in the files that are loaded there, and the library's function that puts work into a stream.

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::fmt::Write;

/// Frames that are looked at: wrappers of wrappers of `hipMalloc` are known, ten of them are not.
const DEEPEST: usize = 24;

/// Return addresses of the callers of the runtime and of its own functions, innermost first: quickly taken, and put in words when
/// somebody asks.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    frames: [usize; DEEPEST],
    count: usize,
}

impl Addresses {
    /// Of this call.
    pub(crate) fn now() -> Addresses {
        let mut frames = [std::ptr::null_mut::<c_void>(); DEEPEST];
        // SAFETY: there is room for as many.
        let count = unsafe { libc::backtrace(frames.as_mut_ptr(), DEEPEST as i32) };
        Addresses { frames: frames.map(|frame| frame as usize), count: usize::try_from(count).unwrap_or(0) }
    }

    /// The callers of the runtime, a line each.
    pub(crate) fn text(&self) -> String {
        let own = file(backtrace as *const c_void).map(|(_, base)| base);
        let mut text = String::new();
        for &frame in &self.frames[..self.count] {
            let Some((name, base)) = file(frame as *const c_void) else { continue };
            if Some(base) == own {
                continue;
            }
            // A return address is that of the next instruction: the call is before it.
            let _ = writeln!(text, "{name}+{:#x}", frame - base - 1);
        }
        text
    }
}

/// The callers of the runtime, innermost first, a line each.
pub(crate) fn backtrace() -> String {
    Addresses::now().text()
}

/// The file that is loaded at an address, and where it begins.
pub(crate) fn file(address: *const c_void) -> Option<(String, usize)> {
    // SAFETY: zero is a value of every field.
    let mut here: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: any address may be asked for; the result is a local variable.
    if unsafe { libc::dladdr(address, &mut here) } == 0 || here.dli_fname.is_null() {
        return None;
    }
    // SAFETY: a C string that lives as long as what it names is loaded.
    let name = unsafe { CStr::from_ptr(here.dli_fname) }.to_string_lossy().into_owned();
    let name = std::fs::canonicalize(&name).map_or(name, |path| path.to_string_lossy().into_owned());
    Some((name, here.dli_fbase as usize))
}

thread_local! {
    static CALLED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// A library is about to put work into a stream for this function of it.
pub(crate) fn announce(name: &'static str) {
    CALLED.set(Some(name));
}

/// The function of a library whose work this thread puts into a stream now.
pub(crate) fn take() -> Option<&'static str> {
    CALLED.take()
}
