//! Turns a function written once into an exported entry point of the HIP API: C linkage, forwarding to the system's runtime,
//! the thread's last error, no panic across the C ABI, and a place in the list of entry points.

use std::ffi::{CStr, c_char, c_int};

use hipify_entry::last_error::LastError;
use hipify_entry::panics;

use crate::environment;
use crate::types::error::{
    hipError_t, hipErrorInvalidValue, hipErrorNoDevice, hipErrorNotReady, hipErrorNotSupported, hipErrorUnknown, hipSuccess,
};
use crate::types::rtc::{HIPRTC_ERROR_INTERNAL_ERROR, HIPRTC_SUCCESS, hiprtcResult};
use std::sync::OnceLock;

/// What an entry point's body gives: nothing, or the error that the caller gets.
pub type Outcome<T = ()> = Result<T, hipError_t>;

/// What an exported name calls when the process runs on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Implemented,
    /// Answers `hipErrorNotSupported` and says so once.
    Missing,
}

/// One exported name. The slot holds the system runtime's function of this name; null when the process runs on the CPU.
pub type EntryPoint = hipify_entry::slot::EntryPoint<State>;

hipify_entry::entries_of!("hipify_entries", EntryPoint);

/// Who is to know of each error that becomes a thread's last one.
pub(crate) static WATCH: OnceLock<fn(hipError_t)> = OnceLock::new();

thread_local! {
    static LAST: LastError<hipError_t> = const { LastError::new(hipSuccess) };
}

/// Notes how a call ended and gives what it returns. A success does not wipe an earlier error out; `hipErrorNotReady` is an
/// answer of queries and no error (HIP 7.0; CUDA differs in the latter).
pub fn record(error: Option<hipError_t>) -> hipError_t {
    match error {
        None => hipSuccess,
        Some(error) => {
            if error != hipErrorNotReady && error != hipSuccess {
                LAST.with(|last| last.set(error));
                WATCH.get().inspect(|watch| watch(error));
            }
            error
        }
    }
}

/// The thread's last error.
pub(crate) fn last_error() -> hipError_t {
    LAST.with(LastError::peek)
}

/// The thread's last error, which it then forgets.
pub(crate) fn take_last_error() -> hipError_t {
    LAST.with(|last| last.take(hipSuccess))
}

/// What an entry point can return: how it is made of what its body gives, and what a caller gets when the body panicked.
pub trait Answer: Sized {
    /// What the body gives.
    type Body;
    fn of(body: Self::Body) -> Self;
    fn panicked() -> Self;
    /// What a caller gets when the program sees no device, if that is an error that this type has.
    const WITHOUT_DEVICE: Option<fn() -> Self> = None;
}

impl Answer for hipError_t {
    type Body = Outcome;

    fn of(body: Outcome) -> hipError_t {
        record(body.err())
    }

    fn panicked() -> hipError_t {
        record(Some(hipErrorUnknown))
    }

    const WITHOUT_DEVICE: Option<fn() -> hipError_t> = Some(|| record(Some(hipErrorNoDevice)));
}

impl Answer for hiprtcResult {
    type Body = Result<(), hiprtcResult>;

    fn of(body: Self::Body) -> hiprtcResult {
        body.err().unwrap_or(HIPRTC_SUCCESS)
    }

    fn panicked() -> hiprtcResult {
        HIPRTC_ERROR_INTERNAL_ERROR
    }
}

impl Answer for () {
    type Body = ();

    fn of((): ()) {}

    fn panicked() {}
}

impl Answer for c_int {
    type Body = c_int;

    fn of(body: c_int) -> c_int {
        body
    }

    fn panicked() -> c_int {
        -1
    }
}

impl<T> Answer for *const T {
    type Body = *const T;

    fn of(body: *const T) -> *const T {
        body
    }

    fn panicked() -> *const T {
        std::ptr::null()
    }
}

impl<T> Answer for *mut T {
    type Body = *mut T;

    fn of(body: *mut T) -> *mut T {
        body
    }

    fn panicked() -> *mut T {
        std::ptr::null_mut()
    }
}

/// How messages name this library.
const INSIDE: &str = "the runtime";

/// Entry points that say something, or keep what the compiler registers, where there is no device.
const NEED_NO_DEVICE: [&CStr; 12] = [
    c"hipGetDeviceCount",
    c"hipGetLastError",
    c"hipPeekAtLastError",
    c"hipExtGetLastError",
    c"hipDrvGetErrorName",
    c"hipDrvGetErrorString",
    c"hipDriverGetVersion",
    c"hipRuntimeGetVersion",
    c"hipGetProcAddress",
    c"hipGetDriverEntryPoint",
    c"__hipPushCallConfiguration",
    c"__hipPopCallConfiguration",
];

/// Runs an entry point's body; a panic ends here.
pub fn answer<A: Answer>(entry: &EntryPoint, body: impl FnOnce() -> A::Body) -> A {
    // What the compiler registers comes too early to read the environment, which the program may still change.
    if let Some(refuse) = A::WITHOUT_DEVICE
        && !NEED_NO_DEVICE.contains(&entry.name)
        && environment::device_count() == 0
    {
        return refuse();
    }
    panics::caught(&entry.name.to_string_lossy(), INSIDE, body).map_or_else(A::panicked, A::of)
}

/// Runs work of the runtime outside of an entry point; a panic ends here as `hipErrorUnknown`.
pub(crate) fn caught(what: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    panics::caught(what, INSIDE, work).unwrap_or(Err(hipErrorUnknown))
}

/// Lets panics of this library be told by [`answer`] alone, in its words. To be called once.
///
/// Where the library is linked into a Rust program (its own tests are) that program's panics keep their messages.
pub(crate) fn keep_panics_quiet() {
    panics::keep_quiet(|place| !cfg!(test) && place.contains("runtime-shim/hip/src"));
}

/// What the assembly of [`missing!`] goes on to.
pub extern "C" fn missing_called(entry: &EntryPoint) -> hipError_t {
    entry.tell_not_supported();
    record(Some(hipErrorNotSupported))
}

/// Stores what an entry point has to give through an out-pointer of its caller.
///
/// # Errors
/// `hipErrorInvalidValue` where the pointer is null.
///
/// # Safety
/// `pointer` is null or valid for writing a `T`.
pub unsafe fn give<T>(pointer: *mut T, value: T) -> Outcome {
    // SAFETY: the caller's pointer.
    unsafe { hipify_entry::pointer::give(pointer, value, hipErrorInvalidValue) }
}

/// A C string of a caller, or `hipErrorInvalidValue` where it is null.
///
/// # Safety
/// `pointer` is null or leads to a C string that is neither freed nor written to for `'a`.
pub unsafe fn text<'a>(pointer: *const c_char) -> Outcome<&'a CStr> {
    // SAFETY: the caller's pointer.
    unsafe { hipify_entry::pointer::text(pointer, hipErrorInvalidValue) }
}

/// Makes entry points of functions.
///
/// Without a return type the C function returns `hipError_t` and the body gives an [`Outcome`]: `?` works, the error becomes
/// the thread's last one. With a return type `T: Answer` the body gives `T::Body`. Pointers come from the program, so the
/// body is unsafe code.
///
/// ```ignore
/// entry! {
///     /// Bytes of memory, aligned to 256 bytes.
///     fn hipMalloc(pointer: *mut *mut c_void, size: usize) { give(pointer, memory::allocate(size)?) }
///     fn hipGetErrorName(error: hipError_t) -> *const c_char { ... }
/// }
/// ```
#[macro_export]
macro_rules! entry {
    () => {};
    ($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block $($rest:tt)*) => {
        $crate::entry! { @one $(#[$attribute])* $name ($($argument: $type),*) ($crate::types::error::hipError_t) $body }
        $crate::entry! { $($rest)* }
    };
    ($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $answer:ty $body:block $($rest:tt)*) => {
        $crate::entry! { @one $(#[$attribute])* $name ($($argument: $type),*) ($answer) $body }
        $crate::entry! { $($rest)* }
    };
    (@one $(#[$attribute:meta])* $name:ident ($($argument:ident: $type:ty),*) ($answer:ty) $body:block) => {
        $(#[$attribute])*
        ///
        /// # Safety
        /// Each pointer is null or valid for what HIP's documentation of the function says is read or written through it: the
        /// number of elements that the other arguments tell, a C string, or one value; for asynchronous calls until the stream
        /// has done the work. Handles are looked up before they are followed.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments, clippy::unused_unit, unreachable_pub, improper_ctypes_definitions)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $answer {
            $crate::entry! { @register $name Implemented }
            let target = ENTRY.slot.load(::std::sync::atomic::Ordering::Relaxed);
            if !target.is_null() {
                // SAFETY: the slot holds the system runtime's function of the same name, whose signature is the same.
                return unsafe {
                    let target: unsafe extern "C" fn($($type),*) -> $answer = ::std::mem::transmute(target);
                    target($($argument),*)
                };
            }
            $crate::entry::answer(&ENTRY, || {
                // SAFETY: whoever calls an entry point of HIP answers for the pointers it passes; bodies check the rest.
                #[allow(unused_unsafe, clippy::undocumented_unsafe_blocks, clippy::macro_metavars_in_unsafe)]
                unsafe { $body }
            })
        }
    };
    (@register $name:ident $state:ident) => {
        ::hipify_entry::register!("hipify_entries", $crate::entry::EntryPoint, $name, ::std::ptr::null(), $crate::entry::State::$state);
    };
}

/// Exports names that are not implemented on the CPU: they answer `hipErrorNotSupported` and say so once on stderr.
/// Forwarded calls keep their arguments, whatever they are.
#[macro_export]
macro_rules! missing {
    ($($name:ident),* $(,)?) => { $( $crate::missing! { @one $name } )* };
    (@one $name:ident) => {
        /// Not implemented on the CPU.
        ///
        /// # Safety
        /// On the CPU none: no argument is read. On a GPU the arguments go to AMD's function of this name as they are, and must
        /// be what HIP's documentation of it requires.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[allow(non_snake_case, unreachable_pub)]
        pub unsafe extern "C" fn $name() {
            $crate::entry! { @register $name Missing }
            ::hipify_entry::jump!($crate::entry::missing_called)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::c_void;
    use std::sync::atomic::Ordering;

    entry! {
        fn hipifyTestAnswers(value: c_int) {
            match value {
                0 => Ok(()),
                1 => Err(hipErrorInvalidValue),
                _ => panic!("told to"),
            }
        }
    }

    missing! { hipifyTestMissing }

    fn call(value: c_int) -> hipError_t {
        // SAFETY: takes no pointers.
        unsafe { hipifyTestAnswers(value) }
    }

    fn last() -> hipError_t {
        // SAFETY: takes no pointers.
        unsafe { crate::api::last_error::hipGetLastError() }.0
    }

    #[test]
    fn an_error_stays_the_last_one_until_it_is_asked_for() {
        assert_eq!(call(1), hipErrorInvalidValue);
        assert_eq!(call(0), hipSuccess);
        assert_eq!(last(), hipErrorInvalidValue);
        assert_eq!(last(), hipSuccess);
    }

    #[test]
    fn a_panic_ends_at_the_abi() {
        assert_eq!(call(2), hipErrorUnknown);
        assert_eq!(last(), hipErrorUnknown);
    }

    #[test]
    fn a_missing_function_answers_not_supported() {
        // SAFETY: takes no arguments.
        unsafe { hipifyTestMissing() };
        assert_eq!(last(), hipErrorNotSupported);
    }

    #[test]
    fn every_name_is_listed_once_with_its_state() {
        let of = |name: &CStr| entries().iter().filter(|entry| entry.name == name).map(|entry| entry.facts).collect::<Vec<_>>();
        assert_eq!(of(c"hipifyTestMissing"), [State::Missing]);
        assert_eq!(of(c"hipGetLastError"), [State::Implemented]);
    }

    extern "C" fn doubled(value: c_int) -> hipError_t {
        hipError_t(value as u32 * 2)
    }

    entry! { fn hipifyTestForwarded(_value: c_int) { Ok(()) } }
    missing! { hipifyTestForwardedMissing }

    #[test]
    fn a_filled_slot_gets_the_call_with_its_arguments() {
        for entry in entries() {
            if entry.name == c"hipifyTestForwarded" || entry.name == c"hipifyTestForwardedMissing" {
                entry.slot.store(doubled as *mut c_void, Ordering::Relaxed);
            }
        }
        // SAFETY: the slot's function takes what is passed; `missing` functions pass on all registers.
        unsafe {
            assert_eq!(hipifyTestForwarded(21), hipError_t(42));
            let missing: unsafe extern "C" fn(c_int) -> hipError_t = std::mem::transmute(hipifyTestForwardedMissing as *const ());
            assert_eq!(missing(4), hipError_t(8));
        }
    }
}
