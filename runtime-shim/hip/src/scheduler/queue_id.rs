//! Names of queues.

/// Names a queue. Of a queue that is gone, it names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QueueId {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl QueueId {
    /// As one number.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }
}
