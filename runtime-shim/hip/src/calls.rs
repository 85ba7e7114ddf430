//! Who called: return addresses as offsets in the files that are loaded there, and the library's function that puts work into a stream.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::fmt::Write;
use std::sync::Arc;

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
    /// Of nobody.
    pub(crate) const NONE: Addresses = Addresses { frames: [0; DEEPEST], count: 0 };

    /// Of this call.
    #[inline(never)]
    pub(crate) fn now() -> Addresses {
        // Where the stack is that was walked before, from a call at the same depth, has not changed, nor have the callers.
        let here = 0u8;
        let from = std::hint::black_box(&raw const here) as usize;
        let walked = WALKS.try_with(|walks| {
            let Ok(mut walks) = walks.try_borrow_mut() else { return None };
            let place = from / 64 % KEPT;
            if walks.len() <= place {
                walks.resize_with(KEPT, Walk::default);
            }
            let walk = &mut walks[place];
            if walk.from != from || !walk.is_current() {
                *walk = Walk::from(from);
            }
            Some(walk.addresses.clone())
        });
        walked.ok().flatten().unwrap_or_else(|| Walk::from(from).addresses)
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

/// Walks that a thread remembers.
const KEPT: usize = 16;

thread_local! {
    static WALKS: RefCell<Vec<Walk>> = const { RefCell::new(Vec::new()) };
}

/// A walk through the stack of this thread.
#[derive(Debug)]
struct Walk {
    /// The depth that it began at: an address in the innermost frame.
    from: usize,
    addresses: Addresses,
    /// Where on the stack each return address is; empty where that is not known.
    places: Vec<usize>,
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { from: 0, addresses: Addresses::NONE, places: Vec::new() }
    }
}

impl Walk {
    fn from(from: usize) -> Walk {
        let mut walk = Walk { from, ..Walk::default() };
        let data: *mut Walk = &mut walk;
        // SAFETY: the function takes a walk, which nothing else uses meanwhile.
        unsafe { _Unwind_Backtrace(step, data.cast()) };
        walk
    }

    /// Whether a walk from the same depth would come to the same: which frame follows one depends on the place where that one was left
    /// and on where it is, so that the same return addresses at the same places, from the innermost on, are those of the same frames.
    /// A frame whose size differs from call to call could be taken for another only where what was left there looks like it.
    fn is_current(&self) -> bool {
        let frames = &self.addresses.frames[..self.addresses.count];
        // SAFETY: frames before this one are as they were, and with them the place of this one's return address.
        self.places.len() == frames.len()
            && self.places.iter().zip(frames).all(|(&place, &frame)| unsafe { *(place as *const usize) } == frame)
    }
}

/// The unwinder's own: see the Itanium C++ ABI for exceptions, level 1.
#[repr(C)]
struct Context {
    private: [u8; 0],
}

const NO_REASON: c_int = 0;
const NORMAL_STOP: c_int = 4;

// Of libgcc, which Rust's standard library unwinds with.
unsafe extern "C" {
    fn _Unwind_Backtrace(step: extern "C" fn(*mut Context, *mut c_void) -> c_int, data: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut Context) -> usize;
    fn _Unwind_GetCFA(context: *mut Context) -> usize;
}

/// Takes a frame up.
extern "C" fn step(context: *mut Context, data: *mut c_void) -> c_int {
    // SAFETY: `Walk::from` passes its walk; the context is the unwinder's.
    let (walk, address, frame) = unsafe { (&mut *data.cast::<Walk>(), _Unwind_GetIP(context), _Unwind_GetCFA(context)) };
    let place = frame.wrapping_sub(size_of::<usize>());
    // Frames of the walk itself change with each walk.
    if address == 0 || place < walk.from {
        return NO_REASON;
    }
    if walk.addresses.count == DEEPEST {
        return NORMAL_STOP;
    }
    walk.addresses.frames[walk.addresses.count] = address;
    // On x86-64 a call leaves its return address right below the caller's frame; nobody knows of other calls, as those of signals.
    // SAFETY: the word below a frame is on the stack.
    if cfg!(target_arch = "x86_64") && walk.places.len() == walk.addresses.count && unsafe { *(place as *const usize) } == address
    {
        walk.places.push(place);
    }
    walk.addresses.count += 1;
    NO_REASON
}

/// Where something was done: by calls of the host, or in device code.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Origin {
    /// As [`backtrace`] has them; empty in device code.
    pub(crate) calls: Arc<str>,
    /// The return address of a call in device code.
    pub(crate) site: Option<usize>,
}

impl Origin {
    /// The call of the host that runs now.
    pub(crate) fn of_call() -> Origin {
        Origin { calls: backtrace().into(), site: None }
    }

    /// A call in device code.
    pub(crate) fn in_kernel(site: usize) -> Origin {
        Origin { calls: "".into(), site: Some(site) }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`Addresses::now`] and the C library say of the callers of this function.
    #[inline(never)]
    fn both() -> (Vec<usize>, Vec<usize>) {
        let addresses = Addresses::now();
        let mut frames = [std::ptr::null_mut::<c_void>(); DEEPEST];
        // SAFETY: there is room for as many.
        let count = unsafe { libc::backtrace(frames.as_mut_ptr(), DEEPEST as i32) } as usize;
        // Of what is said first the innermost frame is `both`; of what is said second it is too.
        let count = count.min(addresses.count);
        let seen = frames[1..count].iter().map(|&frame| frame as usize);
        (addresses.frames[1..count].to_vec(), seen.collect())
    }

    #[inline(never)]
    fn one(deeper: u32) -> (Vec<usize>, Vec<usize>) {
        std::hint::black_box(if deeper > 0 { two(deeper - 1) } else { both() })
    }

    #[inline(never)]
    fn two(deeper: u32) -> (Vec<usize>, Vec<usize>) {
        std::hint::black_box(if deeper > 0 { one(deeper - 1) } else { both() })
    }

    #[test]
    fn callers_are_those_of_now_however_often_the_stack_was_as_deep() {
        let mut all = Vec::new();
        for round in 0..40 {
            let deeper = round / 2 % 5;
            let (ours, theirs) = if round % 2 == 0 { one(deeper) } else { two(deeper) };
            assert!(ours.len() > 2);
            assert_eq!(ours, theirs, "round {round}");
            all.push(ours);
        }
        assert_eq!(all[..20].iter().filter(|&one| *one == all[0]).count(), 2);
        assert_eq!(all[..20], all[20..]);
    }
}
