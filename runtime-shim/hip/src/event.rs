//! Events: moments in streams.

use std::collections::HashMap;
use std::ffi::c_uint;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use crate::completion::Completion;
use crate::entry::{Outcome, give};
use crate::graph::body::Body;
use crate::operation::Operation;
use crate::types::error::{hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorNotReady};
use crate::types::handles::{hipEvent_t, hipStream_t, ihipEvent_t};
use crate::{capture, current, entry, fault, print, stream};

/// `hipEventBlockingSync`, `hipEventDisableTiming`, `hipEventInterprocess` and the three of AMD about fences.
const BLOCKING_SYNC: c_uint = 1;
const DISABLE_TIMING: c_uint = 2;
const INTERPROCESS: c_uint = 4;
const FENCES: c_uint = 0xe000_0000;

/// `hipEventRecordExternal` and `hipEventWaitExternal`: captured, the call becomes a node of its own.
const EXTERNAL: c_uint = 1;

/// An event.
#[derive(Debug)]
pub struct Event {
    pub(crate) flags: c_uint,
    pub(crate) device: usize,
    /// Of the moment recorded last; `None` before the first.
    recorded: Mutex<Option<Completion>>,
}

impl Event {
    /// The moment recorded last; `None` before the first.
    pub fn recorded(&self) -> Option<Completion> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_recorded(&self, moment: Completion, _device: usize) {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
    }

    fn timed(&self) -> bool {
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

entry! {
    fn hipEventCreate(event: *mut hipEvent_t) {
        create(event, 0)
    }

    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) {
        create(event, flags)
    }

    fn hipEventDestroy(event: hipEvent_t) {
        EVENTS.write().unwrap_or_else(PoisonError::into_inner).remove(&(event as usize)).map(drop).ok_or(hipErrorInvalidHandle)
    }

    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) {
        stream::submit(stream, Operation::Record(of(event)?))
    }

    fn hipEventRecordWithFlags(event: hipEvent_t, stream: hipStream_t, flags: c_uint) {
        if flags > 1 {
            return Err(hipErrorInvalidValue);
        }
        if flags == EXTERNAL && capture::is_capturing(&*stream::of(stream)?) {
            return capture::add(&*stream::of(stream)?, Body::Record(of(event)?));
        }
        stream::submit(stream, Operation::Record(of(event)?))
    }

    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) {
        if flags > 1 {
            return Err(hipErrorInvalidValue);
        }
        if flags == EXTERNAL && capture::is_capturing(&*stream::of(stream)?) {
            return capture::add(&*stream::of(stream)?, Body::Wait(of(event)?));
        }
        stream::submit(stream, Operation::Wait(of(event)?))
    }

    /// An event that was never recorded is done.
    fn hipEventQuery(event: hipEvent_t) {
        let event = of(event)?;
        capture::forbid_event(&event)?;
        let recorded = event.recorded();
        fault::check()?;
        if recorded.is_some_and(|moment| !moment.done()) {
            return Err(hipErrorNotReady);
        }
        Ok(())
    }

    fn hipEventSynchronize(event: hipEvent_t) {
        let event = of(event)?;
        capture::forbid_event(&event)?;
        if let Some(moment) = event.recorded() {
            moment.wait()?;
        }
        print::flush();
        fault::check()
    }

    /// Milliseconds between two moments.
    fn hipEventElapsedTime(milliseconds: *mut f32, start: hipEvent_t, stop: hipEvent_t) {
        if milliseconds.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let (start, stop) = (of(start)?, of(stop)?);
        if !start.timed() || !stop.timed() || start.device != stop.device {
            return Err(hipErrorInvalidHandle);
        }
        let (start, stop) = (start.recorded().ok_or(hipErrorInvalidHandle)?, stop.recorded().ok_or(hipErrorInvalidHandle)?);
        let (start, stop) = (start.time().ok_or(hipErrorNotReady)?, stop.time().ok_or(hipErrorNotReady)?);
        give(milliseconds, ((stop as f64 - start as f64) * 1e-6) as f32)
    }
}

fn create(event: *mut hipEvent_t, flags: c_uint) -> Outcome {
    let known = BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS | FENCES;
    let untimed = flags & INTERPROCESS == 0 || flags & DISABLE_TIMING != 0;
    if event.is_null() || flags & !known != 0 || !untimed {
        return Err(hipErrorInvalidValue);
    }
    let made = Arc::new(Event { flags, device: current::device(), recorded: Mutex::default() });
    let handle = Arc::as_ptr(&made).cast::<ihipEvent_t>().cast_mut();
    EVENTS.write().unwrap_or_else(PoisonError::into_inner).insert(handle as usize, made);
    // SAFETY: not null; the caller's own variable.
    unsafe { give(event, handle) }
}
