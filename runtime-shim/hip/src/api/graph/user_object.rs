//! User objects, counted by the program and by graphs.

use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::graph;
use crate::graph::user_object::{OBJECTS, UserObject};
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::{hipGraph_t, hipHostFn_t, hipUserObject_t};
use std::ffi::{c_uint, c_void};
use std::sync::Arc;

fn find(handle: hipUserObject_t) -> Outcome<Arc<UserObject>> {
    OBJECTS.get(handle).ok_or(hipErrorInvalidValue)
}

/// The object of a release. One that is gone is no error on AMD's runtime.
fn releasable(handle: hipUserObject_t) -> Outcome<Option<Arc<UserObject>>> {
    if handle.is_null() { Err(hipErrorInvalidValue) } else { Ok(OBJECTS.get(handle)) }
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
        let made = UserObject::new(references, destroy, pointer);
        give(object, OBJECTS.add(Arc::new(made)))
    }

    fn hipUserObjectRelease(object: hipUserObject_t, count: c_uint) {
        if count == 0 || count > i32::MAX as u32 { return Err(hipErrorInvalidValue); }
        releasable(object)?.iter().for_each(|object| object.release(count.into()));
        Ok(())
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
        let graph = graph(handle)?;
        releasable(object)?.iter().for_each(|object| graph.release_user(object, count));
        Ok(())
    }
}
