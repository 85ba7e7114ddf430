//! Names of queues.

/// Names a queue. Of a queue that is gone, it names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueueId {
    pub(super) index: u32,
    pub(super) generation: u32,
}
