//! Dispatch slots: each exported name has one, which says where its calls go.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Something that is told once a process.
#[derive(Debug)]
pub struct Once(AtomicBool);

impl Once {
    /// Not told yet.
    pub const fn new() -> Once {
        Once(AtomicBool::new(false))
    }

    /// Whether this call is the first.
    pub fn is_first(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }
}

impl Default for Once {
    fn default() -> Once {
        Once::new()
    }
}

/// One exported name. The layout is known to the assembly of [`jump!`](crate::jump): the slot comes first.
#[repr(C)]
pub struct EntryPoint<T: 'static> {
    /// The function that a call is forwarded to; null where there is none.
    ///
    /// Written before the first call, when the library is loaded, so that relaxed loads see it.
    pub slot: AtomicPtr<c_void>,
    pub name: &'static CStr,
    /// What the library says of the name.
    pub facts: T,
    told: Once,
}

impl<T> EntryPoint<T> {
    /// An entry whose calls go to `own` until another function is put into its slot. Used by [`register!`](crate::register).
    pub const fn new(own: *const c_void, name: &'static CStr, facts: T) -> EntryPoint<T> {
        EntryPoint { slot: AtomicPtr::new(own.cast_mut()), name, facts, told: Once::new() }
    }

    /// Says on stderr, once, that the name has no function on the CPU.
    pub fn tell_not_supported(&self) {
        if self.told.is_first() {
            eprintln!("hipify: `{}` is not supported on the CPU", self.name.to_string_lossy());
        }
    }
}

/// Makes `ENTRY`, the entry of a name, in a section of the library that holds nothing but entries of one type.
#[macro_export]
macro_rules! register {
    ($section:literal, $entry:ty, $name:ident, $own:expr, $facts:expr) => {
        // SAFETY: the section holds nothing but entries of this type.
        #[unsafe(link_section = $section)]
        #[used]
        static ENTRY: $entry = <$entry>::new(
            $own,
            // SAFETY: the text ends with its only null byte.
            unsafe { ::std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
            $facts,
        );
    };
}

/// Defines `entries()`, the entries of a section.
#[macro_export]
macro_rules! entries_of {
    ($section:literal, $entry:ty) => {
        /// Every entry point of this library, in no order.
        pub fn entries() -> &'static [$entry] {
            // SAFETY: the linker makes both symbols, the bounds of the section in which the macros put an entry for each name
            // and nothing else; an entry is shared-mutable only through its atomics.
            unsafe {
                #[allow(improper_ctypes)]
                unsafe extern "C" {
                    #[link_name = concat!("__start_", $section)]
                    static FIRST: $entry;
                    #[link_name = concat!("__stop_", $section)]
                    static END: $entry;
                }
                let first = &raw const FIRST;
                let count = (&raw const END).offset_from(first);
                ::std::slice::from_raw_parts(first, usize::try_from(count).unwrap_or(0))
            }
        }
    };
}

/// The code of a naked function: jumps to what the slot of `ENTRY` holds, with all arguments as they are, whatever they are; where
/// that is null, to a function that takes the entry.
#[macro_export]
macro_rules! jump {
    ($($otherwise:tt)*) => {
        ::std::arch::naked_asm!(
            "mov rax, qword ptr [rip + {entry}]",
            "test rax, rax",
            "jz 2f",
            "jmp rax",
            "2:",
            "lea rdi, [rip + {entry}]",
            "jmp {otherwise}",
            entry = sym ENTRY,
            otherwise = sym $($otherwise)*,
        )
    };
}
