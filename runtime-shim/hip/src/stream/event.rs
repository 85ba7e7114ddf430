//! Events: moments in streams.

use std::collections::HashMap;
use std::ffi::c_uint;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use crate::check::resources;
use crate::device::current;
use crate::entry::Outcome;
use crate::interprocess::shared_event::SharedEvent;
use crate::kernel::fault;
use crate::scheduler::completion::Completion;
use crate::scheduler::work::Work;
use crate::stream::known_frees::KnownFrees;
use crate::types::error::{hipErrorContextIsDestroyed, hipErrorInvalidHandle};
use crate::types::handles::{hipEvent_t, ihipEvent_t};

/// `hipEventBlockingSync`, `hipEventDisableTiming`, `hipEventInterprocess` and the three of AMD about fences.
pub(crate) const BLOCKING_SYNC: c_uint = 1;
pub(crate) const DISABLE_TIMING: c_uint = 2;
pub(crate) const INTERPROCESS: c_uint = 4;
pub(crate) const FENCES: c_uint = 0xe000_0000;

/// As findings call one.
const AN_EVENT: &str = "an event";

/// An event.
#[derive(Debug)]
pub struct Event {
    pub(crate) flags: c_uint,
    pub(crate) device: usize,
    /// Of the moment recorded last; `None` before the first.
    recorded: Mutex<Option<Completion>>,
    /// Frees in streams that come before it.
    pub(crate) known_frees: KnownFrees,
    /// Of an event that other processes may have.
    pub(crate) shared: Option<SharedEvent>,
}

impl Event {
    /// The moment recorded last; `None` before the first.
    pub fn recorded(&self) -> Option<Completion> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_recorded(&self, moment: Completion, _device: usize) {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
    }

    /// What has to be put into a queue for the moment to come.
    pub(crate) fn moment(&self) -> Work {
        let Some(shared) = self.shared.clone() else { return Work::Marker };
        let number = shared.record();
        // Also after a fault: another process must not wait for ever.
        Work::Task(Box::new(move || {
            shared.complete(number);
            Ok(())
        }))
    }

    /// What has to be put into a queue for it to wait for the moment recorded last.
    pub(crate) fn wait(&self) -> Work {
        match &self.shared {
            Some(shared) => {
                let (shared, number) = (shared.clone(), shared.last());
                Work::Poll(Box::new(move || shared.is_done(number) || fault::check().is_err()))
            }
            None => self.recorded().map_or(Work::Marker, Work::Wait),
        }
    }

    /// Whether what was recorded last, by any process, is done.
    pub(crate) fn done(&self) -> bool {
        let recorded = self.recorded();
        let is_done = self.shared.as_ref().is_none_or(|shared| shared.is_done(shared.last()))
            && recorded.as_ref().is_none_or(Completion::done);
        recorded.iter().filter(|_| is_done).for_each(Completion::is_waited_for);
        is_done
    }

    /// Whether the time between it and another can be asked for.
    pub(crate) fn timed(&self) -> bool {
        self.flags & DISABLE_TIMING == 0
    }
}

static EVENTS: LazyLock<RwLock<HashMap<usize, Arc<Event>>>> = LazyLock::new(RwLock::default);

/// The event of a handle.
///
/// # Errors
/// `hipErrorInvalidHandle` where it is none.
pub fn of(handle: hipEvent_t) -> Outcome<Arc<Event>> {
    EVENTS.read().unwrap_or_else(PoisonError::into_inner).get(&(handle as usize)).cloned().ok_or(hipErrorInvalidHandle)
}

/// The handle of an event.
pub(crate) fn handle(event: &Arc<Event>) -> hipEvent_t {
    Arc::as_ptr(event).cast_mut().cast()
}

/// Ends a handle.
///
/// # Errors
/// `hipErrorInvalidHandle` for null, `hipErrorContextIsDestroyed` for what is no event, or none any more, as on AMD's runtime.
pub(crate) fn destroy(handle: hipEvent_t) -> Outcome {
    if handle.is_null() {
        return Err(hipErrorInvalidHandle);
    }
    resources::destroyed(AN_EVENT, handle as usize);
    EVENTS.write().unwrap_or_else(PoisonError::into_inner).remove(&(handle as usize)).map(drop).ok_or(hipErrorContextIsDestroyed)
}

/// An event of the current device, and its handle.
pub(crate) fn add(flags: c_uint, shared: Option<SharedEvent>) -> hipEvent_t {
    let made = Arc::new(Event {
        flags,
        device: current::device(),
        recorded: Mutex::default(),
        known_frees: KnownFrees::default(),
        shared,
    });
    let handle = Arc::as_ptr(&made).cast::<ihipEvent_t>().cast_mut();
    EVENTS.write().unwrap_or_else(PoisonError::into_inner).insert(handle as usize, made);
    resources::made(AN_EVENT, handle as usize);
    handle
}
