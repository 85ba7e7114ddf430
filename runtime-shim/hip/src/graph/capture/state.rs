//! One capture: operations and events of its streams into nodes of its graph.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::thread::ThreadId;

use crate::entry::Outcome;
use crate::graph::body::Body;
use crate::graph::{Graph, Node, id};
use crate::stream::event::Event;
use crate::stream::operation::Operation;
use crate::types::error::{hipError_t, hipErrorStreamCaptureIsolation};
use crate::types::graph::{
    HIP_CAPTURE_GLOBAL, HIP_CAPTURE_RELAXED, HIP_CAPTURE_THREAD_LOCAL, hipGraphNode_t, hipStreamCaptureMode,
};

/// One capture.
pub(super) struct Capture {
    pub(super) id: u64,
    pub(super) graph: Arc<Graph>,
    pub(super) mode: hipStreamCaptureMode,
    pub(super) thread: ThreadId,
    /// The stream that it began in, by address.
    pub(super) origin: usize,
    /// The origin has the null stream's order.
    pub(super) is_blocking: bool,
    /// Of each stream that takes part, by address: the nodes that the next one will depend on.
    pub(super) streams: HashMap<usize, Vec<Arc<Node>>>,
    /// Events recorded in it, by address: what waits for them depends on these nodes.
    pub(super) events: HashMap<usize, (Arc<Event>, Vec<Arc<Node>>)>,
    /// What `hipStreamGetCaptureInfo_v2` has given out.
    pub(super) given: HashMap<usize, Vec<hipGraphNode_t>>,
    /// Nodes that streams went on from until the program said that they no longer do: they count as joined.
    pub(super) removed: Vec<Arc<Node>>,
    pub(super) is_invalid: bool,
}

// SAFETY: handles of nodes are addresses that are only given out.
unsafe impl Send for Capture {}

pub(super) fn key(event: &Arc<Event>) -> usize {
    Arc::as_ptr(event) as usize
}

impl Capture {
    pub(super) fn knows(&self, event: &Arc<Event>) -> bool {
        self.events.contains_key(&key(event))
    }

    /// No graph will come of it.
    pub(super) fn invalidate(&mut self, error: hipError_t) -> hipError_t {
        self.is_invalid = true;
        error
    }

    pub(super) fn take(&mut self, stream: usize, operation: Operation) -> Outcome {
        let last = self.streams.get(&stream).cloned().unwrap_or_default();
        match operation {
            Operation::Record(event) => {
                self.events.insert(key(&event), (event, last));
                Ok(())
            }
            Operation::Wait(event) => {
                let Some((_, nodes)) = self.events.get(&key(&event)) else {
                    return Err(self.invalidate(hipErrorStreamCaptureIsolation));
                };
                let known: HashSet<usize> = last.iter().map(id).collect();
                let new = nodes.iter().filter(|node| !known.contains(&id(node))).cloned();
                let all = last.iter().cloned().chain(new).collect();
                self.streams.insert(stream, all);
                Ok(())
            }
            operation => self.add(stream, Body::of_operation(operation)),
        }
    }

    pub(super) fn add(&mut self, stream: usize, body: Body) -> Outcome {
        let last = self.streams.get(&stream).cloned().unwrap_or_default();
        let node = self.graph.add(body, &last)?;
        self.streams.insert(stream, vec![node]);
        Ok(())
    }

    /// Whether unsafe calls of the current thread concern it, whose own mode this is.
    pub(super) fn concerns_thread(&self, thread_mode: hipStreamCaptureMode) -> bool {
        let own = self.thread == std::thread::current().id();
        match thread_mode {
            HIP_CAPTURE_RELAXED => false,
            HIP_CAPTURE_THREAD_LOCAL => own && self.mode != HIP_CAPTURE_RELAXED,
            _ => self.mode == HIP_CAPTURE_GLOBAL || (own && self.mode == HIP_CAPTURE_THREAD_LOCAL),
        }
    }

    /// Whether what all streams did last leads to what the origin did last, or to what the program took from a stream's end.
    pub(super) fn is_joined(&self) -> bool {
        let mut before: HashMap<usize, Vec<Arc<Node>>> = HashMap::new();
        for (from, to) in self.graph.edges() {
            before.entry(id(&to)).or_default().push(from);
        }
        let mut reached: HashSet<usize> = HashSet::new();
        let mut open = self.streams.get(&self.origin).cloned().unwrap_or_default();
        open.extend(self.removed.iter().cloned());
        while let Some(node) = open.pop() {
            if reached.insert(id(&node)) {
                open.extend(before.get(&id(&node)).into_iter().flatten().cloned());
            }
        }
        self.streams.values().flatten().all(|node| reached.contains(&id(node)))
    }
}
