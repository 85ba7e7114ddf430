//! Turns functions into exported entry points of AMD's libraries: C linkage, a place in the list of entry points, no panic across
//! the C ABI, and an answer from names that are not implemented.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Why a call cannot be carried out; each library has a code of its own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The handle is null, or none that this library gave.
    NoHandle,
    /// A size that cannot be, where a library tells those apart.
    InvalidSize,
    /// A size, an increment, a pointer or a type that cannot be.
    InvalidValue,
    /// A value that its enumeration does not have.
    InvalidEnum,
    /// The CPU's libraries do not have this.
    NotSupported,
    /// There is no memory.
    AllocFailed,
    /// The HIP runtime refused.
    ExecutionFailed,
    /// A defect of this library.
    Internal,
}

/// What an entry point's body gives.
pub type Outcome<T = ()> = Result<T, Failure>;

/// One of AMD's libraries: how its status codes are numbered.
pub trait Library {
    /// The status of a failure, as the library's header numbers it.
    fn status(failure: Failure) -> u32;
}

/// One exported name. The layout is known to the assembly of [`export!`]: the slot comes first.
#[repr(C)]
pub struct Entry {
    /// The function that a call goes to: this library's own, or AMD's where the process runs on a GPU; null where there is none.
    pub slot: AtomicPtr<c_void>,
    /// The name that is exported.
    pub name: &'static CStr,
    /// The status that says that a function is not implemented.
    not_supported: u32,
    told: AtomicBool,
}

impl Entry {
    /// An entry of a library. Used by the macro.
    pub const fn new(own: *const c_void, name: &'static CStr, not_supported: u32) -> Entry {
        Entry { slot: AtomicPtr::new(own.cast_mut()), name, not_supported, told: AtomicBool::new(false) }
    }
}

/// Every entry point of this library, in no order.
pub fn entries() -> &'static [Entry] {
    // SAFETY: the linker makes both symbols, the bounds of the section in which the macro puts an `Entry` for each name and
    // nothing else; `Entry` is shared-mutable only through its atomics.
    unsafe {
        #[allow(improper_ctypes)]
        unsafe extern "C" {
            #[link_name = "__start_hipify_library_entries"]
            static FIRST: Entry;
            #[link_name = "__stop_hipify_library_entries"]
            static END: Entry;
        }
        let first = &raw const FIRST;
        let count = (&raw const END).offset_from(first);
        std::slice::from_raw_parts(first, usize::try_from(count).unwrap_or(0))
    }
}

/// Runs an entry point's body and gives the library's status; a panic ends here.
pub fn answer<L: Library>(name: &str, body: impl FnOnce() -> Outcome) -> u32 {
    match caught(name, body) {
        Ok(()) => 0,
        Err(failure) => L::status(failure),
    }
}

/// Runs work; a panic ends here as `Failure::Internal`, and is told.
pub(crate) fn caught(name: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        eprintln!("hipify: `{name}` failed inside the library");
        Err(Failure::Internal)
    })
}

/// Says on stderr, once for each name, that something is not supported on the CPU.
pub(crate) fn not_supported(what: &str) -> Failure {
    static TOLD: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let mut told = TOLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !told.iter().any(|other| other == what) {
        eprintln!("hipify: {what} is not supported on the CPU");
        told.push(what.to_owned());
    }
    Failure::NotSupported
}

/// What the assembly of [`export!`] goes on to where a name has no function.
pub extern "C" fn missing_called(entry: &Entry) -> u32 {
    if !entry.told.swap(true, Ordering::Relaxed) {
        eprintln!("hipify: `{}` is not supported on the CPU", entry.name.to_string_lossy());
    }
    entry.not_supported
}

/// Exports names: `export! { 7; hipblasSgemm = own_sgemm, hipblasNot = missing }`, where the number is the status of names that are
/// missing. A call jumps to what the slot holds with its arguments as they are.
#[macro_export]
macro_rules! export {
    ($status:literal; $($name:ident = $own:ident),* $(,)?) => { $( $crate::export! { @one $status $name $own } )* };
    (@own missing) => { ::std::ptr::null() };
    (@own $own:ident) => { $own as *const ::std::ffi::c_void };
    (@one $status:literal $name:ident $own:ident) => {
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[allow(non_snake_case, unreachable_pub, missing_docs)]
        #[doc(hidden)]
        pub unsafe extern "C" fn $name() {
            // SAFETY: the section holds nothing but entries.
            #[unsafe(link_section = "hipify_library_entries")]
            #[used]
            static ENTRY: $crate::entry::Entry = $crate::entry::Entry::new(
                $crate::export!(@own $own),
                // SAFETY: the text ends with its only null byte.
                unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
                $status,
            );
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
    use std::collections::BTreeMap;

    /// By the names' beginnings: how many there are, and how many have a function.
    fn counts() -> BTreeMap<&'static str, (usize, usize)> {
        let mut counts = BTreeMap::new();
        for entry in entries() {
            let name = entry.name.to_str().unwrap();
            let library =
                ["hipblas", "hipfft", "hiprand", "hipsparse", "hipsolver"].into_iter().find(|start| name.starts_with(start));
            let count: &mut (usize, usize) = counts.entry(library.unwrap()).or_default();
            count.0 += 1;
            count.1 += usize::from(!entry.slot.load(Ordering::Relaxed).is_null());
        }
        counts
    }

    #[test]
    fn every_name_is_exported_once_and_what_is_implemented_is_counted() {
        let mut names: Vec<&CStr> = entries().iter().map(|entry| entry.name).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
        for (library, (all, implemented)) in counts() {
            println!("{library}: {all} names, {implemented} implemented");
            assert!(implemented > 15, "{library}: {implemented}");
        }
    }

    #[test]
    fn a_missing_name_answers_its_librarys_status() {
        let of = |name: &CStr| entries().iter().find(|entry| entry.name == name).unwrap();
        assert_eq!(missing_called(of(c"hipsparseSbsrmv")), 10);
        assert_eq!(missing_called(of(c"hiprandGenerateLongLong")), 1000);
        assert!(!of(c"hipblasSgemm").slot.load(Ordering::Relaxed).is_null());
    }

    struct Nothing;

    impl Library for Nothing {
        fn status(failure: Failure) -> u32 {
            100 + failure as u32
        }
    }

    #[test]
    fn a_panic_ends_at_the_abi() {
        assert_eq!(answer::<Nothing>("told", || Ok(())), 0);
        assert_eq!(answer::<Nothing>("told", || panic!("told to")), 100 + Failure::Internal as u32);
    }
}
