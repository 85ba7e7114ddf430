//! Stream capture: what is put into a captured stream becomes nodes of a graph instead of work.

mod state;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use state::{Capture, key};

use crate::entry::Outcome;
use crate::graph::body::Body;
use crate::graph::{Graph, Node};
use crate::stream::Stream;
use crate::stream::event::Event;
use crate::stream::operation::Operation;
use crate::types::error::{
    hipErrorCapturedEvent, hipErrorIllegalState, hipErrorInvalidValue, hipErrorStreamCaptureImplicit,
    hipErrorStreamCaptureInvalidated, hipErrorStreamCaptureMerge, hipErrorStreamCaptureUnjoined, hipErrorStreamCaptureUnmatched,
    hipErrorStreamCaptureUnsupported, hipErrorStreamCaptureWrongThread,
};
use crate::types::graph::{HIP_CAPTURE_GLOBAL, HIP_CAPTURE_RELAXED, hipGraphNode_t, hipStreamCaptureMode};

/// Captures under way: 0 nearly always, so that nothing else is looked at.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);

static CAPTURES: Mutex<Vec<Capture>> = Mutex::new(Vec::new());

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// What `hipThreadExchangeStreamCaptureMode` has set for this thread.
    static MODE: Cell<hipStreamCaptureMode> = const { Cell::new(HIP_CAPTURE_GLOBAL) };
}

/// What is known of a stream's capture.
pub(crate) struct Info {
    pub(crate) id: u64,
    pub(crate) graph: Arc<Graph>,
    pub(crate) is_invalid: bool,
    /// Handles, valid until the next call for the stream.
    pub(crate) dependencies: (*const hipGraphNode_t, usize),
}

fn lock() -> MutexGuard<'static, Vec<Capture>> {
    CAPTURES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether nothing is being captured anywhere.
fn idle() -> bool {
    ACTIVE.load(Ordering::Relaxed) == 0
}

/// Whether a stream takes part in a capture.
pub(crate) fn is_capturing(stream: &Stream) -> bool {
    !idle() && lock().iter().any(|capture| capture.streams.contains_key(&stream.address()))
}

/// Takes an operation that was put into a stream under capture, or that makes the stream join one. Gives back what is to be run.
///
/// # Errors
/// Where the operation cannot be captured, or would depend on a capture without being part of it.
#[inline]
pub(crate) fn intercept(stream: &Stream, operation: Operation) -> Outcome<Option<Operation>> {
    if idle() { Ok(Some(operation)) } else { record(stream, operation) }
}

fn record(stream: &Stream, operation: Operation) -> Outcome<Option<Operation>> {
    let mut captures = lock();
    let address = stream.address();
    let own = captures.iter().position(|capture| capture.streams.contains_key(&address));
    let Some(own) = own else { return outside(&mut captures, stream, operation) };
    let foreign = match &operation {
        Operation::Wait(event) => captures.iter().position(|capture| capture.knows(event)).is_some_and(|other| other != own),
        _ => false,
    };
    let capture = &mut captures[own];
    if capture.is_invalid {
        return Err(hipErrorStreamCaptureInvalidated);
    }
    if foreign {
        return Err(capture.invalidate(hipErrorStreamCaptureMerge));
    }
    capture.take(address, operation).map(|()| None)
}

/// An operation of a stream that takes part in no capture.
fn outside(captures: &mut [Capture], stream: &Stream, operation: Operation) -> Outcome<Option<Operation>> {
    match &operation {
        Operation::Wait(event) => {
            if let Some(capture) = captures.iter_mut().find(|capture| capture.knows(event)) {
                if stream.is_null() {
                    return Err(capture.invalidate(hipErrorStreamCaptureImplicit));
                }
                let nodes = capture.events[&key(event)].1.clone();
                capture.streams.insert(stream.address(), nodes);
                return Ok(None);
            }
        }
        Operation::Record(event) => captures.iter_mut().for_each(|capture| drop(capture.events.remove(&key(event)))),
        _ => {}
    }
    if stream.is_null() {
        keep_apart(captures)?;
    }
    Ok(Some(operation))
}

/// The null stream is used, which would wait for a captured stream that keeps its order.
fn keep_apart(captures: &mut [Capture]) -> Outcome {
    let implicit = |capture: &&mut Capture| {
        capture.is_blocking && capture.mode != HIP_CAPTURE_RELAXED && capture.concerns_thread(MODE.get())
    };
    match captures.iter_mut().find(implicit) {
        Some(capture) => Err(capture.invalidate(hipErrorStreamCaptureImplicit)),
        None => Ok(()),
    }
}

/// Adds a node that depends on what a stream under capture did last.
///
/// # Errors
/// `hipErrorStreamCaptureInvalidated`; `hipErrorIllegalState` for streams that take part in no capture.
pub(crate) fn add(stream: &Stream, body: Body) -> Outcome {
    let mut captures = lock();
    let address = stream.address();
    let capture = captures.iter_mut().find(|capture| capture.streams.contains_key(&address)).ok_or(hipErrorIllegalState)?;
    if capture.is_invalid {
        return Err(hipErrorStreamCaptureInvalidated);
    }
    capture.add(address, body)
}

/// A call that waits, allocates or synchronises in a way that no graph can keep.
///
/// # Errors
/// `hipErrorStreamCaptureUnsupported` where a capture forbids it, which is then invalid.
#[inline]
pub(crate) fn forbid() -> Outcome {
    if idle() { Ok(()) } else { forbid_now() }
}

fn forbid_now() -> Outcome {
    match lock().iter_mut().find(|capture| capture.concerns_thread(MODE.get())) {
        Some(capture) => Err(capture.invalidate(hipErrorStreamCaptureUnsupported)),
        None => Ok(()),
    }
}

/// A call that does its work in the null stream and waits for it.
///
/// # Errors
/// `hipErrorStreamCaptureImplicit` where the null stream would wait for a captured stream; as [`forbid`].
#[inline]
pub(crate) fn forbid_for_null_stream() -> Outcome {
    if idle() {
        return Ok(());
    }
    keep_apart(&mut lock())?;
    forbid_now()
}

/// A call that waits for all streams of a device, captured ones among them.
///
/// # Errors
/// `hipErrorStreamCaptureUnsupported` where one is captured, in whatever mode; all captures are then invalid.
#[inline]
pub(crate) fn forbid_for_all() -> Outcome {
    if idle() {
        return Ok(());
    }
    let mut captures = lock();
    captures.iter_mut().for_each(|capture| capture.is_invalid = true);
    if captures.is_empty() { Ok(()) } else { Err(hipErrorStreamCaptureUnsupported) }
}

/// A call that asks for the state of a stream, or waits for it.
///
/// # Errors
/// `hipErrorStreamCaptureUnsupported` where the stream is being captured, which then is invalid.
#[inline]
pub(crate) fn forbid_for(stream: &Stream) -> Outcome {
    if idle() {
        return Ok(());
    }
    match lock().iter_mut().find(|capture| capture.streams.contains_key(&stream.address())) {
        Some(capture) => Err(capture.invalidate(hipErrorStreamCaptureUnsupported)),
        None => Ok(()),
    }
}

/// A call that asks for the state of an event, or waits for it.
///
/// # Errors
/// `hipErrorCapturedEvent` where it was recorded in a capture.
#[inline]
pub(crate) fn forbid_event(event: &Arc<Event>) -> Outcome {
    if idle() || !lock().iter().any(|capture| capture.knows(event)) { Ok(()) } else { Err(hipErrorCapturedEvent) }
}

/// Whether a capture forbids the use of the null stream.
pub(crate) fn blocks_null_stream() -> bool {
    !idle() && lock().iter().any(|capture| capture.is_blocking && capture.mode != HIP_CAPTURE_RELAXED)
}

/// Begins a capture, into a graph of the program where there is one.
///
/// # Errors
/// `hipErrorStreamCaptureUnsupported` for the null stream, `hipErrorIllegalState` where the stream is captured already.
pub(crate) fn begin(stream: &Stream, mode: hipStreamCaptureMode, into: Option<(Arc<Graph>, Vec<Arc<Node>>)>) -> Outcome {
    if mode > HIP_CAPTURE_RELAXED {
        return Err(hipErrorInvalidValue);
    }
    if stream.is_null() {
        return Err(hipErrorStreamCaptureUnsupported);
    }
    if is_capturing(stream) {
        return Err(hipErrorIllegalState);
    }
    let (graph, last) = into.unwrap_or_else(|| (Graph::create(), Vec::new()));
    lock().push(Capture {
        id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
        graph,
        mode,
        thread: std::thread::current().id(),
        origin: stream.address(),
        is_blocking: stream.flags & crate::stream::NON_BLOCKING == 0,
        streams: HashMap::from([(stream.address(), last)]),
        events: HashMap::new(),
        given: HashMap::new(),
        removed: Vec::new(),
        is_invalid: false,
    });
    ACTIVE.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Ends a capture: its graph.
///
/// # Errors
/// `hipErrorIllegalState` where nothing is captured, `hipErrorStreamCaptureUnmatched` in another stream than it began in,
/// `hipErrorStreamCaptureWrongThread`; and where no graph comes of it `hipErrorStreamCaptureInvalidated` or
/// `hipErrorStreamCaptureUnjoined`.
pub(crate) fn end(stream: &Stream) -> Outcome<Arc<Graph>> {
    let mut captures = lock();
    let address = stream.address();
    let index = captures.iter().position(|capture| capture.streams.contains_key(&address)).ok_or(hipErrorIllegalState)?;
    let capture = &captures[index];
    if capture.origin != address {
        return Err(hipErrorStreamCaptureUnmatched);
    }
    if capture.mode != HIP_CAPTURE_RELAXED && capture.thread != std::thread::current().id() {
        return Err(hipErrorStreamCaptureWrongThread);
    }
    let capture = captures.swap_remove(index);
    drop(captures);
    ACTIVE.fetch_sub(1, Ordering::Relaxed);
    let failure = if capture.is_invalid {
        Some(hipErrorStreamCaptureInvalidated)
    } else {
        (!capture.is_joined()).then_some(hipErrorStreamCaptureUnjoined)
    };
    match failure {
        Some(error) => {
            crate::graph::forget(&capture.graph);
            Err(error)
        }
        None => Ok(capture.graph),
    }
}

/// What is known of a stream's capture; `None` where there is none.
pub(crate) fn info(stream: &Stream) -> Option<Info> {
    if idle() {
        return None;
    }
    let address = stream.address();
    let mut captures = lock();
    let capture = captures.iter_mut().find(|capture| capture.streams.contains_key(&address))?;
    let handles: Vec<hipGraphNode_t> = capture.streams[&address].iter().map(crate::graph::handle).collect();
    let count = handles.len();
    let given = capture.given.entry(address).or_default();
    *given = handles;
    let dependencies = (given.as_ptr(), count);
    Some(Info { id: capture.id, graph: capture.graph.clone(), is_invalid: capture.is_invalid, dependencies })
}

/// Sets what the next node of a stream depends on, or adds to it.
///
/// # Errors
/// `hipErrorIllegalState` where the stream takes part in no capture, `hipErrorInvalidValue` for nodes of other graphs.
pub(crate) fn set_dependencies(stream: &Stream, nodes: Vec<Arc<Node>>, keep: bool) -> Outcome {
    let address = stream.address();
    let mut captures = lock();
    let capture = captures.iter_mut().find(|capture| capture.streams.contains_key(&address)).ok_or(hipErrorIllegalState)?;
    if capture.is_invalid {
        return Err(hipErrorStreamCaptureInvalidated);
    }
    if nodes.iter().any(|node| !std::ptr::eq(node.graph.as_ptr(), Arc::as_ptr(&capture.graph))) {
        return Err(hipErrorInvalidValue);
    }
    let last = capture.streams.entry(address).or_default();
    if !keep {
        capture.removed.append(last);
    }
    for node in nodes {
        if !last.iter().any(|known| Arc::ptr_eq(known, &node)) {
            last.push(node);
        }
    }
    Ok(())
}

/// Sets the thread's mode and gives the one before.
///
/// # Errors
/// `hipErrorInvalidValue` for what is none.
pub(crate) fn exchange_mode(mode: hipStreamCaptureMode) -> Outcome<hipStreamCaptureMode> {
    if mode > HIP_CAPTURE_RELAXED {
        return Err(hipErrorInvalidValue);
    }
    Ok(MODE.replace(mode))
}

/// A stream is destroyed: captures that it takes part in can come to no end.
pub(crate) fn forget_stream(stream: &Stream) {
    if idle() {
        return;
    }
    let mut captures = lock();
    let address = stream.address();
    if let Some(index) = captures.iter().position(|capture| capture.origin == address) {
        let capture = captures.swap_remove(index);
        ACTIVE.fetch_sub(1, Ordering::Relaxed);
        crate::graph::forget(&capture.graph);
    }
    for capture in captures.iter_mut() {
        if capture.streams.remove(&address).is_some() {
            capture.is_invalid = true;
        }
    }
}
