//! Faults of kernels: a signal, a failed `assert` or a trap becomes a message that names the kernel and the block, and an
//! error that stays with the devices of the process.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::check::launch_errors;
use crate::entry::Outcome;
use crate::kernel::checked;
use crate::kernel::place::place;
use crate::kernel::sanitizer;
use crate::types::error::{hipError_t, hipErrorAssert, hipErrorIllegalAddress, hipErrorLaunchFailure, hipSuccess};

/// How a guarded call ended. Known to native.c.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ending {
    signal: c_int,
    write: c_int,
    address: usize,
    /// Of the instruction; 0 where that is not known.
    instruction: usize,
}

unsafe extern "C" {
    fn hipify_guarded(body: extern "C" fn(*mut c_void), data: *mut c_void, ending: *mut Ending);
    fn hipify_leave(reason: c_int);
    fn hipify_catch_faults();
    fn hipify_signal_stack(memory: *mut c_void, size: usize);
}

/// Reasons to leave a kernel that are no signals.
#[derive(Clone, Copy)]
#[repr(i32)]
pub(crate) enum Leave {
    Assert = -1,
    Trap = -2,
    /// The runtime itself has found a mistake.
    Told = -3,
}

/// A kernel did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) error: hipError_t,
    pub(crate) message: Message,
}

/// What a fault's message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// What happened, still without kernel and block.
    Reason(String),
    /// All of it.
    Whole(String),
}

thread_local! {
    /// Why this thread is about to leave a kernel: the whole message.
    static WHY: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes the whole message of the fault with which this thread is about to leave its kernel.
pub(crate) fn say(message: String) {
    WHY.set(Some(message));
}

/// The first fault since the process started or the device was reset; 0 where there was none.
///
/// All devices are this process's memory, so that a fault of one is a fault of all.
static STICKY: AtomicU32 = AtomicU32::new(0);

/// The error that stays after a kernel's fault, as it does on a GPU, until `hipDeviceReset`.
pub fn check() -> Outcome {
    let error = hipError_t(STICKY.load(Ordering::Acquire));
    if error == hipSuccess { Ok(()) } else { Err(error) }
}

/// Makes an error stay.
pub(crate) fn stick(error: hipError_t) {
    launch_errors::sticks(error);
    let _ = STICKY.compare_exchange(hipSuccess.0, error.0, Ordering::AcqRel, Ordering::Relaxed);
}

/// What `hipDeviceReset` does.
pub(crate) fn forget() {
    STICKY.store(hipSuccess.0, Ordering::Release);
}

/// Calls `body(data)`, which runs kernel code.
///
/// # Errors
/// What stopped it.
///
/// # Safety
/// `body` may be called with `data`. A fault leaves `body` at any call into kernel code by a jump: no frame between may hold what
/// needs dropping.
pub(crate) unsafe fn guarded(body: extern "C" fn(*mut c_void), data: *mut c_void) -> Result<(), Fault> {
    prepare();
    let mut ending = Ending::default();
    // SAFETY: `body` may be called with `data`, and left; `ending` outlives the call.
    unsafe { hipify_guarded(body, data, &mut ending) };
    if ending.signal == 0 { Ok(()) } else { Err(fault(ending)) }
}

/// Handlers for the process and a signal stack for the thread.
fn prepare() {
    static HANDLERS: Once = Once::new();
    HANDLERS.call_once(|| {
        if !sanitizer::is_here() {
            // SAFETY: handlers are installed once and never unloaded.
            unsafe { hipify_catch_faults() };
        }
    });
    thread_local! {
        static STACK: SignalStack = SignalStack::new();
    }
    STACK.with(|_| ());
}

/// A thread's stack for signal handlers; stays allocated while the thread lives.
struct SignalStack {
    _memory: Box<[u8]>,
}

impl SignalStack {
    fn new() -> SignalStack {
        // Room for the processor's whole state (AVX-512: 11 KiB) and a program's own handler.
        const SIZE: usize = 64 << 10;
        let mut memory = vec![0; SIZE].into_boxed_slice();
        // SAFETY: the memory lives as long as the thread, which stops using it in `drop`.
        unsafe { hipify_signal_stack(memory.as_mut_ptr().cast(), SIZE) };
        SignalStack { _memory: memory }
    }
}

impl Drop for SignalStack {
    fn drop(&mut self) {
        let mut here = libc::stack_t { ss_sp: std::ptr::null_mut(), ss_flags: 0, ss_size: 0 };
        let off = libc::stack_t { ss_sp: std::ptr::null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
        // SAFETY: plain calls with valid structures.
        unsafe {
            if libc::sigaltstack(std::ptr::null(), &mut here) == 0 && here.ss_sp == self._memory.as_mut_ptr().cast() {
                libc::sigaltstack(&off, std::ptr::null_mut());
            }
        }
    }
}

fn fault(ending: Ending) -> Fault {
    let (error, reason) = match ending.signal {
        libc::SIGSEGV | libc::SIGBUS => {
            checked::faulted(ending.instruction, ending.address, ending.write != 0);
            let access = if ending.write != 0 { "write to" } else { "read of" };
            (hipErrorIllegalAddress, format!("{access} invalid address {:#x}", ending.address))
        }
        libc::SIGFPE => (hipErrorLaunchFailure, "integer division by zero or overflow".into()),
        libc::SIGILL | libc::SIGTRAP => (hipErrorLaunchFailure, "trap".into()),
        libc::SIGABRT => (hipErrorLaunchFailure, "abort".into()),
        reason if reason == Leave::Assert as c_int => (hipErrorAssert, "assertion failed".into()),
        reason if reason == Leave::Trap as c_int => (hipErrorLaunchFailure, "trap".into()),
        reason if reason == Leave::Told as c_int => (hipErrorLaunchFailure, "threads synchronise wrongly".into()),
        signal => (hipErrorLaunchFailure, format!("signal {signal}")),
    };
    Fault { error, message: WHY.take().map_or(Message::Reason(reason), Message::Whole) }
}

/// Notes what is wrong with the kernel that runs on this thread, which then is left.
pub(crate) fn tell(what: &str) {
    say(format!("hipify: {}{what}", place()));
}

/// Leaves the kernel that this thread runs; ends the process where it runs none.
pub(crate) fn leave(reason: Leave) -> ! {
    // SAFETY: jumps out of kernel code to `guarded`, over frames that need no dropping; or returns.
    unsafe { hipify_leave(reason as c_int) };
    std::process::abort()
}

/// What `assert` in a kernel calls when it fails.
///
/// # Safety
/// `expression`, `file` and `function` are null or lead to C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipify_assert_fail(
    expression: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
) -> ! {
    // SAFETY: this function requires what its callee does.
    unsafe { say_assert([expression, file, function], line) };
    leave(Leave::Assert)
}

/// Everything is dropped before the kernel is left.
///
/// # Safety
/// Each of `texts` is null or leads to a C string.
unsafe fn say_assert(texts: [*const c_char; 3], line: u32) {
    let [expression, file, function] = texts.map(|text| {
        if text.is_null() {
            return "?".into();
        }
        // SAFETY: not null, and a C string.
        unsafe { CStr::from_ptr(text) }.to_string_lossy()
    });
    say(format!("{file}:{line}: {function}: {}assertion `{expression}` failed", place()));
}

/// What `__builtin_trap`, `abort` and the like in a kernel call.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_trap() -> ! {
    leave(Leave::Trap)
}

/// What a kernel calls that cuts tiles of more threads than its warps have lanes.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_wide_tile(threads: u32) -> ! {
    say_wide_tile(threads, crate::environment::wave_size());
    leave(Leave::Told)
}

/// Everything is dropped before the kernel is left.
fn say_wide_tile(threads: u32, lanes: u32) {
    let remedy = if threads == 64 { ": run with --wave-size 64, or HIPIFY_WAVE_SIZE=64" } else { "" };
    tell(&format!("tile of {threads} threads on warps of {lanes} lanes{remedy}"));
}
