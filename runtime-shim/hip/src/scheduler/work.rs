//! What can be put into a queue, and how queues are ordered against each other.

use crate::check::order::Wait;
use crate::scheduler::completion::Completion;
use crate::scheduler::parallel_for::{Loop, ParallelFor, Task};

/// How a queue's work is ordered against that of other queues of its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueKind {
    /// The null stream's: waits for earlier work of blocking queues, which wait for its.
    Null,
    /// An ordinary stream's.
    Blocking,
    /// Of a stream that the null stream has nothing to do with.
    NonBlocking,
    /// The runtime's own.
    Internal,
}

/// What can be put into a queue.
pub enum Work {
    /// Runs on one thread of the pool, or on a host thread that waits for it. Does not block.
    Task(Task),
    /// Runs on many threads at once.
    Parallel(Box<dyn ParallelFor>),
    /// The same, ready to begin.
    Loop(Loop),
    /// A function of the program, which may block: on a thread for such.
    Host(Task),
    /// Holds the queue up until that is done.
    Wait(Completion),
    /// Holds the queue up until the answer is true; asked again and again, must be quick.
    Poll(Box<dyn FnMut() -> bool + Send>),
    /// Done when all before it is.
    Marker,
}

impl Work {
    /// What it waits for, to who looks at the order of work.
    pub(crate) fn waits(&self) -> Wait {
        match self {
            Work::Wait(completion) => Wait::For(completion.moment().cloned()),
            Work::Poll(_) => Wait::Unknown,
            Work::Task(_) | Work::Parallel(_) | Work::Loop(_) | Work::Host(_) | Work::Marker => Wait::Nothing,
        }
    }
}
