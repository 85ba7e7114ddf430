//! What every entry is made of: its names, and the HIP function that serves it.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use hipify_entry::slot::Once;

use crate::target::{self, Library};

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
    /// A status that is no success is the thread's last error: of the runtime's functions alone.
    pub has_last_error: bool,
}

/// One entry of CUDA's interface.
#[derive(Debug)]
pub struct EntryPoint {
    family: &'static FamilyFacts,
    /// CUDA's name.
    pub name: &'static CStr,
    /// HIP's name; empty where code here does the work, or none does.
    pub hip: &'static CStr,
    /// Names and kinds: `i` and `u` integers, `f` and `d` floats, `p` a pointer, `t` a text, `s` a stream, `r` a record.
    pub parameters: &'static [(&'static str, char)],
    slot: AtomicPtr<c_void>,
    pub(crate) told: Once,
}

/// Stores what an entry has to give through an out-pointer of its caller; a status, `invalid` where the pointer is null.
///
/// # Safety
/// `pointer` is null or valid for writing a `T`.
pub(crate) unsafe fn give<T>(pointer: *mut T, value: T, invalid: i32) -> i32 {
    // SAFETY: the caller's pointer.
    unsafe { hipify_entry::pointer::give(pointer, value, invalid) }.err().unwrap_or(0)
}

impl EntryPoint {
    /// An entry whose HIP function was not looked for yet.
    pub const fn new(
        family: &'static FamilyFacts,
        name: &'static CStr,
        hip: &'static CStr,
        parameters: &'static [(&'static str, char)],
    ) -> EntryPoint {
        EntryPoint { family, name, hip, parameters, slot: AtomicPtr::new(std::ptr::null_mut()), told: Once::new() }
    }

    /// What is true of the entry's family.
    pub fn facts(&self) -> &'static FamilyFacts {
        self.family
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
}
