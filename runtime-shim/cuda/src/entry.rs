//! What every entry is made of: its names, the HIP function behind it, and what it answers when there is none.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use hipify_entry::slot::Once;

use crate::enumeration::Enumeration;
use crate::generated::{FAMILIES, Family};
use crate::target::{self, Library};
use crate::{last_error, trace};

/// `cudaErrorInvalidSymbol`.
const INVALID_SYMBOL: i32 = 13;

/// Nothing but CUDA's runtime asks the driver for tables; the shim's does not.
const STATIC_RUNTIME: &str = "nobody documents its tables, which CUDA's runtime wants where it is linked in, nvcc's default; link the \
                              program again with nvcc's `-cudart shared`";

/// What is true of a family's functions.
#[derive(Debug)]
pub struct FamilyFacts {
    /// The HIP library that serves it.
    pub runtime: Library,
    /// The status of what has no counterpart.
    pub not_supported: i32,
    /// The status of arguments that mean nothing.
    pub invalid_value: i32,
    /// Status codes and their names, sorted.
    pub names: &'static [(i32, &'static CStr)],
}

/// One entry of CUDA's interface.
#[derive(Debug)]
pub struct Entry {
    pub family: Family,
    /// CUDA's name.
    pub name: &'static CStr,
    /// HIP's name; empty where code here does the work, or none does.
    pub hip: &'static CStr,
    /// Names and kinds: `i` and `u` integers, `f` and `d` floats, `p` a pointer, `t` a text, `s` a stream, `r` a record.
    pub parameters: &'static [(&'static str, char)],
    slot: AtomicPtr<c_void>,
    told: Once,
}

/// What an entry can return: how a status is told through it.
pub trait Answer: Sized {
    fn of_status(status: i32) -> Self;
}

impl Answer for i32 {
    fn of_status(status: i32) -> i32 {
        status
    }
}

macro_rules! nothing {
    ($($kind:ty)*) => {
        $(impl Answer for $kind {
            fn of_status(_: i32) -> $kind {
                <$kind>::default()
            }
        })*
    };
}

// These are no statuses: zero says nothing.
nothing! { i8 u8 i16 u16 u32 i64 u64 f32 f64 }

impl Answer for () {
    fn of_status(_: i32) {}
}

impl<T> Answer for *mut T {
    fn of_status(_: i32) -> *mut T {
        std::ptr::null_mut()
    }
}

impl<T> Answer for *const T {
    fn of_status(_: i32) -> *const T {
        std::ptr::null()
    }
}

/// Stores what an entry has to give through an out-pointer of its caller; a status, `invalid` where the pointer is null.
///
/// # Safety
/// A pointer that is not null is valid for writing.
pub(crate) unsafe fn give<T>(pointer: *mut T, value: T, invalid: i32) -> i32 {
    // SAFETY: the caller's pointer.
    unsafe { hipify_entry::pointer::give(pointer, value, invalid) }.err().unwrap_or(0)
}

impl Entry {
    /// An entry whose HIP function was not looked for yet.
    pub const fn new(
        family: Family,
        name: &'static CStr,
        hip: &'static CStr,
        parameters: &'static [(&'static str, char)],
    ) -> Entry {
        Entry { family, name, hip, parameters, slot: AtomicPtr::new(std::ptr::null_mut()), told: Once::new() }
    }

    /// What is true of the entry's family.
    pub fn facts(&self) -> &'static FamilyFacts {
        &FAMILIES[self.family as usize]
    }

    /// The HIP function.
    #[inline]
    pub fn target(&self) -> Option<*mut c_void> {
        let known = self.slot.load(Ordering::Relaxed);
        if known.is_null() { self.find_target() } else { Some(known) }
    }

    #[cold]
    fn find_target(&self) -> Option<*mut c_void> {
        let found = target::symbol(self.facts().runtime, self.hip)?;
        self.slot.store(found, Ordering::Relaxed);
        Some(found)
    }

    /// A status of HIP as CUDA's, noted as the thread's last error.
    #[inline]
    pub fn status(&self, table: &Enumeration, status: i32) -> i32 {
        if status == 0 { 0 } else { self.failed(table.to_cuda(status)) }
    }

    /// Notes a status of CUDA that is no success.
    #[cold]
    pub fn failed(&self, status: i32) -> i32 {
        if status == INVALID_SYMBOL && self.family == Family::Runtime {
            crate::runtime::explain_symbol(self.name);
        }
        last_error::record(self.family, status)
    }

    /// The answer where the HIP runtime has no such function.
    #[cold]
    pub fn no_target<R: Answer>(&'static self) -> R {
        let what = self.name.to_string_lossy();
        if self.told.is_first() {
            match target::reason(self.facts().runtime) {
                Some(reason) => eprintln!("hipify: `{what}` cannot be served: {reason}"),
                None => eprintln!("hipify: `{what}` is not supported: the HIP runtime has no `{}`", self.hip.to_string_lossy()),
            }
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    /// The answer where an argument's value has no counterpart in HIP; `known` says whether CUDA has the value.
    #[cold]
    pub fn no_counterpart<R: Answer>(&'static self, argument: &str, known: bool) -> R {
        if !known {
            return R::of_status(self.failed(self.facts().invalid_value));
        }
        if self.told.is_first() {
            eprintln!("hipify: `{}`: the value of `{argument}` is not supported by HIP", self.name.to_string_lossy());
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    /// The answer of what HIP has no counterpart for.
    #[cold]
    pub fn unsupported<R: Answer>(&'static self) -> R {
        if self.told.is_first() {
            eprintln!("hipify: `{}` is not supported: {}", self.name.to_string_lossy(), self.why());
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    fn why(&self) -> &'static str {
        if self.name == c"cuGetExportTable" { STATIC_RUNTIME } else { "HIP has no counterpart" }
    }

    /// The answer of an annotation that no tool listens to.
    pub fn inert<R: Answer>(&self) -> R {
        R::of_status(0)
    }
}
