//! User objects: what a program ties to the life of graphs, with a function that ends it.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::handle_table::HandleTable;

/// Live user objects.
pub(crate) static OBJECTS: HandleTable<UserObject> = HandleTable::new();

/// A counted object of the program.
pub(crate) struct UserObject {
    references: AtomicU64,
    destroy: unsafe extern "C" fn(*mut c_void),
    object: *mut c_void,
}

// SAFETY: the program lets the runtime call the function on any thread.
unsafe impl Send for UserObject {}
// SAFETY: the program lets the runtime call the function on any thread.
unsafe impl Sync for UserObject {}

impl UserObject {
    /// An object with references that the program has.
    pub(crate) fn new(references: u32, destroy: unsafe extern "C" fn(*mut c_void), object: *mut c_void) -> UserObject {
        UserObject { references: AtomicU64::new(u64::from(references)), destroy, object }
    }

    pub(crate) fn retain(&self, count: u32) {
        self.references.fetch_add(u64::from(count), Ordering::Relaxed);
    }

    /// Gives references back; the last one ends the object. More than there are change nothing, as on AMD's runtime.
    pub(crate) fn release(self: &Arc<UserObject>, count: u64) {
        let less = |references: u64| references.checked_sub(count);
        if self.references.fetch_update(Ordering::AcqRel, Ordering::Acquire, less) == Ok(count) {
            OBJECTS.remove(Arc::as_ptr(self));
            // SAFETY: what the program asked for, once.
            unsafe { (self.destroy)(self.object) };
        }
    }
}
