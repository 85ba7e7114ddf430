//! Streams: queues with the program's handles, and the order between them and the null stream.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::check::resources;
use crate::device::current;
use crate::entry::Outcome;
use crate::environment;
use crate::scheduler::queue::Queue;
use crate::scheduler::work::QueueKind;
use crate::stream::attributes::Attributes;
use crate::stream::known_frees::KnownFrees;
use crate::stream::operation::Operation;
use crate::types::error::{hipErrorContextIsDestroyed, hipErrorInvalidHandle};
use crate::types::handles::{HIP_STREAM_LEGACY, HIP_STREAM_PER_THREAD, hipStream_t, ihipStream_t};

pub mod attributes;
pub(crate) mod effect;
pub mod event;
pub(crate) mod known_frees;
pub mod operation;

/// `hipStreamNonBlocking`.
pub const NON_BLOCKING: u32 = 1;

/// As findings call one.
const A_STREAM: &str = "a stream";

/// A stream.
#[derive(Debug)]
pub struct Stream {
    pub(crate) queue: Queue,
    pub(crate) device: usize,
    /// As the program asked for.
    pub(crate) flags: u32,
    pub(crate) priority: i32,
    pub(crate) attributes: Attributes,
    pub(crate) known_frees: KnownFrees,
    null: bool,
}

impl Stream {
    fn new(kind: QueueKind, device: usize, flags: u32, priority: i32) -> Stream {
        let queue = Queue::new(kind, device, priority);
        Stream {
            queue,
            device,
            flags,
            priority,
            attributes: Attributes::default(),
            known_frees: KnownFrees::default(),
            null: kind == QueueKind::Null,
        }
    }

    /// Puts an operation at the stream's end, captured or not.
    ///
    /// # Errors
    /// Where the operation cannot be run at all.
    pub(crate) fn enqueue(&self, operation: Operation) -> Outcome {
        let event = match &operation {
            Operation::Record(event) => Some(event.clone()),
            Operation::Wait(event) => {
                self.known_frees.add(&event.known_frees);
                None
            }
            _ => None,
        };
        let completion = operation.submit(&self.queue, self.device, self.recorded_as())?;
        if let Some(event) = event {
            event.known_frees.add(&self.known_frees);
            event.known_frees.add_all_of(self.address());
            event.set_recorded(completion, self.device);
        }
        Ok(())
    }

    /// What tells it from other streams in a record, and 0 for a null stream.
    pub(crate) fn recorded_as(&self) -> usize {
        if self.null { 0 } else { self.address() }
    }

    /// What tells it from other streams while it lives.
    pub(crate) fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    /// Whether this is a device's null stream.
    pub fn is_null(&self) -> bool {
        self.null
    }

    /// Whether all that is in the stream is done.
    pub fn idle(&self) -> bool {
        let is_idle = if self.null { self.queue.free() } else { self.queue.tail().is_none() };
        if is_idle {
            self.queue.is_waited_for();
        }
        is_idle
    }
}

/// Streams with handles.
static STREAMS: LazyLock<RwLock<HashMap<usize, Arc<Stream>>>> = LazyLock::new(RwLock::default);

/// One a device.
static NULL_STREAMS: LazyLock<Vec<Arc<Stream>>> = LazyLock::new(|| {
    let null = |device| Arc::new(Stream::new(QueueKind::Null, device, 0, 0));
    (0..environment::device_count()).map(null).collect()
});

thread_local! {
    /// One a device, made when first asked for.
    static PER_THREAD: std::cell::RefCell<HashMap<usize, Arc<Stream>>> = std::cell::RefCell::default();
}

/// The null stream of the current device.
pub fn null() -> Arc<Stream> {
    NULL_STREAMS[current::device()].clone()
}

/// `hipStreamPerThread` of the calling thread.
pub fn per_thread() -> Arc<Stream> {
    let device = current::device();
    PER_THREAD.with_borrow_mut(|streams| {
        streams.entry(device).or_insert_with(|| Arc::new(Stream::new(QueueKind::Blocking, device, 0, 0))).clone()
    })
}

/// The stream of a handle.
///
/// # Errors
/// `hipErrorContextIsDestroyed` where it is none, or none any more, as on AMD's runtime.
pub fn of(handle: hipStream_t) -> Outcome<Arc<Stream>> {
    if handle.is_null() || handle == HIP_STREAM_LEGACY {
        return Ok(null());
    }
    if handle == HIP_STREAM_PER_THREAD {
        return Ok(per_thread());
    }
    let streams = STREAMS.read().unwrap_or_else(PoisonError::into_inner);
    streams.get(&(handle as usize)).cloned().ok_or(hipErrorContextIsDestroyed)
}

/// Makes a stream of the current device.
pub(crate) fn create(flags: u32, priority: i32) -> hipStream_t {
    let kind = if flags & NON_BLOCKING != 0 { QueueKind::NonBlocking } else { QueueKind::Blocking };
    let stream = Arc::new(Stream::new(kind, current::device(), flags, priority));
    let handle = Arc::as_ptr(&stream).cast::<ihipStream_t>().cast_mut();
    STREAMS.write().unwrap_or_else(PoisonError::into_inner).insert(handle as usize, stream);
    resources::made(A_STREAM, handle as usize);
    handle
}

/// Takes the stream from its handle; what is in it still runs.
///
/// # Errors
/// `hipErrorInvalidHandle` for the null stream, else as of [`of`].
pub(crate) fn remove(handle: hipStream_t) -> Outcome<Arc<Stream>> {
    if handle.is_null() {
        return Err(hipErrorInvalidHandle);
    }
    let stream = STREAMS.write().unwrap_or_else(PoisonError::into_inner).remove(&(handle as usize));
    resources::destroyed(A_STREAM, handle as usize);
    stream.ok_or(hipErrorContextIsDestroyed)
}

/// Ends all handles, as `hipDeviceReset` does.
pub(crate) fn destroy_all(device: usize) {
    STREAMS.write().unwrap_or_else(PoisonError::into_inner).retain(|&handle, stream| {
        if stream.device == device {
            resources::destroyed(A_STREAM, handle);
        }
        stream.device != device
    });
}
