//! Events, and streams that record them and wait for them.

use crate::api::memory::pool;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::body::Body;
use crate::graph::capture;
use crate::interprocess::shared_event::SharedEvent;
use crate::interprocess::shared_file::Ticket;
use crate::kernel::fault;
use crate::kernel::print;
use crate::stream;
use crate::stream::event::{BLOCKING_SYNC, DISABLE_TIMING, FENCES, INTERPROCESS, add, destroy, of};
use crate::stream::operation::Operation;
use crate::types::error::{
    hipErrorInvalidConfiguration, hipErrorInvalidContext, hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorNotReady,
};
use crate::types::handles::{hipEvent_t, hipStream_t};
use std::ffi::c_uint;
use std::time::Duration;

/// `hipEventRecordExternal` and `hipEventWaitExternal`: captured, the call becomes a node of its own.
const EXTERNAL: c_uint = 1;

/// How often an event that another process has recorded is looked at.
const FOREIGN_POLL: Duration = Duration::from_micros(50);

entry! {
    fn hipEventCreate(event: *mut hipEvent_t) {
        create(event, 0)
    }

    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) {
        create(event, flags)
    }

    fn hipEventDestroy(event: hipEvent_t) {
        destroy(event)
    }

    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) {
        record(event, stream)
    }

    fn hipEventRecordWithFlags(event: hipEvent_t, stream: hipStream_t, flags: c_uint) {
        if flags > 1 {
            return Err(hipErrorInvalidValue);
        }
        if flags == EXTERNAL && capture::is_capturing(&*stream::of(stream)?) {
            return capture::add(&*stream::of(stream)?, Body::Record(of(event)?));
        }
        record(event, stream)
    }

    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) {
        if flags > 1 {
            return Err(hipErrorInvalidValue);
        }
        if flags == EXTERNAL && capture::is_capturing(&*stream::of(stream)?) {
            return capture::add(&*stream::of(stream)?, Body::Wait(of(event)?));
        }
        stream::of(stream).map_err(|_| hipErrorInvalidHandle)?.submit(Operation::Wait(of(event)?))
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
        pool::trim_all();
        fault::check()
    }

    /// For another process to open; the event was created for that.
    fn hipIpcGetEventHandle(handle: *mut Ticket, event: hipEvent_t) {
        if handle.is_null() || event.is_null() {
            return Err(hipErrorInvalidValue);
        }
        give(handle, of(event)?.shared.as_ref().ok_or(hipErrorInvalidConfiguration)?.ticket()?)
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

/// Records an event in a stream; outside of captures only one of the stream's own device.
fn record(event: hipEvent_t, stream: hipStream_t) -> Outcome {
    let (event, own) = (of(event)?, stream::of(stream)?);
    if event.device != own.device && !capture::is_capturing(&own) {
        return Err(hipErrorInvalidHandle);
    }
    own.submit(Operation::Record(event))
}

fn create(event: *mut hipEvent_t, flags: c_uint) -> Outcome {
    let known = BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS | FENCES;
    let untimed = flags & INTERPROCESS == 0 || flags & DISABLE_TIMING != 0;
    // Each of these says otherwise which memory an event releases.
    let one_fence = (flags & FENCES).count_ones() <= 1;
    if event.is_null() || flags & !known != 0 || !untimed || !one_fence {
        return Err(hipErrorInvalidValue);
    }
    let shared = if flags & INTERPROCESS != 0 { Some(SharedEvent::create()?) } else { None };
    // SAFETY: not null; the caller's own variable.
    unsafe { give(event, add(flags, shared)) }
}
