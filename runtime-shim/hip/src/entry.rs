//! Turns a function written once into an exported entry point of the HIP API: C linkage, forwarding to the system's runtime,
//! the thread's last error, no panic across the C ABI, and a place in the list of entry points.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::last_error;
use crate::types::error::{hipError_t, hipErrorNotSupported, hipErrorUnknown};

/// What an entry point's body gives: nothing, or the error that the caller gets.
pub type Outcome<T = ()> = Result<T, hipError_t>;

/// What stands behind an exported name when the process runs on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Implemented,
    /// Answers `hipErrorNotSupported` and says so once.
    Missing,
}

/// One exported name. The layout is known to the assembly of [`missing!`]: the slot comes first.
#[repr(C)]
pub struct Entry {
    /// The system runtime's function of this name; null when the process runs on the CPU.
    ///
    /// Written before the first call, when the library is loaded, so that relaxed loads see it.
    pub slot: AtomicPtr<c_void>,
    pub name: &'static CStr,
    pub state: State,
    told: AtomicBool,
}

impl Entry {
    /// An entry that runs on the CPU. Used by the macros.
    pub const fn new(name: &'static CStr, state: State) -> Entry {
        Entry { slot: AtomicPtr::new(std::ptr::null_mut()), name, state, told: AtomicBool::new(false) }
    }
}

/// Every entry point of this library, in no order.
pub fn entries() -> &'static [Entry] {
    // SAFETY: the linker makes both symbols, the bounds of the section in which the macros put an `Entry` for each name and
    // nothing else; `Entry` is shared-mutable only through its atomics.
    unsafe {
        #[allow(improper_ctypes)]
        unsafe extern "C" {
            #[link_name = "__start_hipify_entries"]
            static FIRST: Entry;
            #[link_name = "__stop_hipify_entries"]
            static END: Entry;
        }
        let first = &raw const FIRST;
        let count = (&raw const END).offset_from(first);
        std::slice::from_raw_parts(first, usize::try_from(count).unwrap_or(0))
    }
}

/// What an entry point can return: how it is made of what its body gives, and what a caller gets when the body panicked.
pub trait Answer: Sized {
    /// What the body gives.
    type Body;
    fn of(body: Self::Body) -> Self;
    fn panicked() -> Self;
}

impl Answer for hipError_t {
    type Body = Outcome;

    fn of(body: Outcome) -> hipError_t {
        last_error::record(body.err())
    }

    fn panicked() -> hipError_t {
        last_error::record(Some(hipErrorUnknown))
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

/// Runs an entry point's body; a panic ends here.
pub fn answer<A: Answer>(entry: &Entry, body: impl FnOnce() -> A::Body) -> A {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(body) => A::of(body),
        Err(_) => {
            tell_panic(&entry.name.to_string_lossy());
            A::panicked()
        }
    }
}

/// Runs work of the runtime outside of an entry point; a panic ends here as `hipErrorUnknown`.
pub(crate) fn caught(what: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tell_panic(what);
        Err(hipErrorUnknown)
    })
}

fn tell_panic(what: &str) {
    let reason = PANIC.take().unwrap_or_else(|| "no reason given".into());
    eprintln!("hipify: `{what}` failed inside the runtime: {reason}");
}

thread_local! {
    /// Why and where this thread panicked last.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets panics of this library be told by [`answer`] alone, in its words. To be called once.
///
/// Where the library is linked into a Rust program (its own tests are) that program's panics keep their messages.
pub(crate) fn keep_panics_quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let payload = panic.payload();
        let formatted = payload.downcast_ref::<String>().map(String::as_str);
        let reason = formatted.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        PANIC.set(Some(format!("{reason} ({place})")));
        if !cfg!(test) && place.contains("runtime-shim/hip/src") {
            return;
        }
        usual(panic);
    }));
}

/// What the assembly of [`missing!`] goes on to.
pub extern "C" fn missing_called(entry: &Entry) -> hipError_t {
    if !entry.told.swap(true, Ordering::Relaxed) {
        eprintln!("hipify: `{}` is not supported on the CPU", entry.name.to_string_lossy());
    }
    last_error::record(Some(hipErrorNotSupported))
}

/// Stores what an entry point has to give through an out-pointer of its caller.
///
/// # Errors
/// `hipErrorInvalidValue` where the pointer is null.
///
/// # Safety
/// A pointer that is not null must be valid for writing a `T`.
pub unsafe fn give<T>(pointer: *mut T, value: T) -> Outcome {
    if pointer.is_null() {
        return Err(crate::types::error::hipErrorInvalidValue);
    }
    // SAFETY: not null, and valid by the caller's promise.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A C string of a caller, or `hipErrorInvalidValue` where it is null.
///
/// # Safety
/// A pointer that is not null must lead to a null-terminated string that outlives `'a`.
pub unsafe fn text<'a>(pointer: *const c_char) -> Outcome<&'a CStr> {
    if pointer.is_null() {
        return Err(crate::types::error::hipErrorInvalidValue);
    }
    // SAFETY: not null, and a string by the caller's promise.
    Ok(unsafe { CStr::from_ptr(pointer) })
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
        /// As the HIP API says of its arguments.
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
        // SAFETY: the section holds nothing but entries.
        #[unsafe(link_section = "hipify_entries")]
        #[used]
        static ENTRY: $crate::entry::Entry = $crate::entry::Entry::new(
            // SAFETY: the text ends with its only null byte.
            unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
            $crate::entry::State::$state,
        );
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
        /// As the HIP API says of its arguments.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[allow(non_snake_case, unreachable_pub)]
        pub unsafe extern "C" fn $name() {
            $crate::entry! { @register $name Missing }
            ::std::arch::naked_asm!(
                "mov rax, qword ptr [rip + {entry}]",
                "test rax, rax",
                "jz 2f",
                "jmp rax",
                "2:",
                "lea rdi, [rip + {entry}]",
                "jmp {called}",
                entry = sym ENTRY,
                called = sym $crate::entry::missing_called,
            )
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::error::{hipErrorInvalidValue, hipSuccess};

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
        unsafe { crate::last_error::hipGetLastError() }.0
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
        let of = |name: &CStr| entries().iter().filter(|entry| entry.name == name).map(|entry| entry.state).collect::<Vec<_>>();
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
