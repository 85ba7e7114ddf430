//! User objects: what a program ties to the life of graphs, with a function that ends it.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::structure::graph;
use crate::registry::Registry;
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::{hipGraph_t, hipHostFn_t, hipUserObject_t};

static OBJECTS: Registry<UserObject> = Registry::new();

/// A counted object of the program.
pub(crate) struct UserObject {
    references: AtomicU64,
    destroy: unsafe extern "C" fn(*mut c_void),
    object: *mut c_void,
}

// SAFETY: the program lets the runtime call the function on any thread.
unsafe impl Send for UserObject {}
// SAFETY: as above.
unsafe impl Sync for UserObject {}

impl UserObject {
    pub(crate) fn retain(&self, count: u32) {
        self.references.fetch_add(u64::from(count), Ordering::Relaxed);
    }

    /// Gives references back; the last one ends the object.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where there are not so many.
    pub(crate) fn release(self: &Arc<UserObject>, count: u32) -> Outcome {
        let less = |references: u64| references.checked_sub(u64::from(count));
        let before = self.references.fetch_update(Ordering::AcqRel, Ordering::Acquire, less).map_err(|_| hipErrorInvalidValue)?;
        if before == u64::from(count) {
            OBJECTS.remove(Arc::as_ptr(self));
            // SAFETY: what the program asked for, once.
            unsafe { (self.destroy)(self.object) };
        }
        Ok(())
    }
}

fn find(handle: hipUserObject_t) -> Outcome<Arc<UserObject>> {
    OBJECTS.get(handle).ok_or(hipErrorInvalidValue)
}

/// `hipUserObjectNoDestructorSync`: nothing waits for the function; the only way there is.
const NO_DESTRUCTOR_SYNC: c_uint = 1;

/// `hipGraphUserObjectMove`: the graph takes over the caller's references.
const MOVE: c_uint = 1;

entry! {
    fn hipUserObjectCreate(object: *mut hipUserObject_t, pointer: *mut c_void, destroy: hipHostFn_t, references: c_uint, flags: c_uint) {
        let Some(destroy) = destroy else { return Err(hipErrorInvalidValue) };
        if object.is_null() || references == 0 || references > i32::MAX as u32 || flags != NO_DESTRUCTOR_SYNC {
            return Err(hipErrorInvalidValue);
        }
        let made = UserObject { references: AtomicU64::new(u64::from(references)), destroy, object: pointer };
        give(object, OBJECTS.add(Arc::new(made)))
    }

    fn hipUserObjectRelease(object: hipUserObject_t, count: c_uint) {
        if count == 0 || count > i32::MAX as u32 { return Err(hipErrorInvalidValue); }
        find(object)?.release(count)
    }

    fn hipUserObjectRetain(object: hipUserObject_t, count: c_uint) {
        if count == 0 || count > i32::MAX as u32 { return Err(hipErrorInvalidValue); }
        find(object)?.retain(count);
        Ok(())
    }

    fn hipGraphRetainUserObject(handle: hipGraph_t, object: hipUserObject_t, count: c_uint, flags: c_uint) {
        if count == 0 || count > i32::MAX as u32 || flags & !MOVE != 0 { return Err(hipErrorInvalidValue); }
        let (graph, object) = (graph(handle)?, find(object)?);
        if flags & MOVE == 0 {
            graph.retain_user(&object, count);
        } else {
            graph.adopt_user(&object, count);
        }
        Ok(())
    }

    fn hipGraphReleaseUserObject(handle: hipGraph_t, object: hipUserObject_t, count: c_uint) {
        if count == 0 || count > i32::MAX as u32 { return Err(hipErrorInvalidValue); }
        graph(handle)?.release_user(&find(object)?, count)
    }
}
