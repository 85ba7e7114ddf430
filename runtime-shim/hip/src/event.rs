//! Events: moments in streams.

use std::collections::HashMap;
use std::ffi::c_uint;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};
use std::time::Duration;

use crate::completion::Completion;
use crate::entry::{Outcome, give};
use crate::graph::body::Body;
use crate::operation::Operation;
use crate::queue::Work;
use crate::shared_event::SharedEvent;
use crate::shared_file::Ticket;
use crate::types::error::{hipErrorInvalidContext, hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorNotReady};
use crate::types::handles::{hipEvent_t, hipStream_t, ihipEvent_t};
use crate::{capture, current, entry, fault, print, stream};

/// `hipEventBlockingSync`, `hipEventDisableTiming`, `hipEventInterprocess` and the three of AMD about fences.
const BLOCKING_SYNC: c_uint = 1;
const DISABLE_TIMING: c_uint = 2;
const INTERPROCESS: c_uint = 4;
const FENCES: c_uint = 0xe000_0000;

/// `hipEventRecordExternal` and `hipEventWaitExternal`: captured, the call becomes a node of its own.
const EXTERNAL: c_uint = 1;

/// How often an event that another process has recorded is looked at.
const FOREIGN_POLL: Duration = Duration::from_micros(50);

/// An event.
#[derive(Debug)]
pub struct Event {
    pub(crate) flags: c_uint,
    pub(crate) device: usize,
    /// Of the moment recorded last; `None` before the first.
    recorded: Mutex<Option<Completion>>,
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
    fn done(&self) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.is_done(shared.last()))
            && self.recorded().is_none_or(|moment| moment.done())
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
        let done = event.done();
        fault::check()?;
        if done { Ok(()) } else { Err(hipErrorNotReady) }
    }

    fn hipEventSynchronize(event: hipEvent_t) {
        let event = of(event)?;
        capture::forbid_event(&event)?;
        if let Some(moment) = event.recorded() {
            moment.wait()?;
        }
        while !event.done() {
            // Another process has recorded it.
            std::thread::sleep(FOREIGN_POLL);
        }
        print::flush();
        fault::check()
    }

    /// For another process to open; the event was created for that.
    fn hipIpcGetEventHandle(handle: *mut Ticket, event: hipEvent_t) {
        let event = of(event)?;
        let shared = event.shared.as_ref().filter(|_| !handle.is_null()).ok_or(hipErrorInvalidValue)?;
        give(handle, shared.ticket()?)
    }

    /// An event of another process, which this one may record and wait for too.
    fn hipIpcOpenEventHandle(event: *mut hipEvent_t, handle: Ticket) {
        if event.is_null() {
            return Err(hipErrorInvalidValue);
        }
        if handle.process == std::process::id() {
            return Err(hipErrorInvalidContext);
        }
        let shared = SharedEvent::open(&handle)?;
        give(event, add(INTERPROCESS | DISABLE_TIMING, Some(shared)))
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
    let shared = if flags & INTERPROCESS != 0 { Some(SharedEvent::create()?) } else { None };
    // SAFETY: not null; the caller's own variable.
    unsafe { give(event, add(flags, shared)) }
}

fn add(flags: c_uint, shared: Option<SharedEvent>) -> hipEvent_t {
    let made = Arc::new(Event { flags, device: current::device(), recorded: Mutex::default(), shared });
    let handle = Arc::as_ptr(&made).cast::<ihipEvent_t>().cast_mut();
    EVENTS.write().unwrap_or_else(PoisonError::into_inner).insert(handle as usize, made);
    handle
}
