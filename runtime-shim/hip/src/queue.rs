//! Queues of work: what is put into one runs in order, what stands in different ones at the same time.

use crate::completion::Completion;
use crate::entry::Outcome;
use crate::scheduler::{QueueId, SCHEDULER};
use crate::spread::{Spread, Task};

/// How a queue's work is ordered against that of other queues of its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    Spread(Box<dyn Spread>),
    /// A function of the program, which may block: on a thread for such.
    Host(Task),
    /// Holds the queue up until that is done.
    Wait(Completion),
    /// Holds the queue up until the answer is true; asked again and again, must be quick.
    Poll(Box<dyn FnMut() -> bool + Send>),
    /// Done when all before it is.
    Marker,
}

/// A queue. Dropping it lets the work in it run to the end.
#[derive(Debug)]
pub struct Queue {
    id: QueueId,
}

impl Queue {
    /// An empty queue; the lower `priority`, the more urgent.
    pub fn new(kind: Kind, device: usize, priority: i32) -> Queue {
        Queue { id: SCHEDULER.lock().lines.add(kind, device, priority) }
    }

    /// Puts work at the end.
    pub fn submit(&self, work: Work) -> Completion {
        let work = match work {
            Work::Spread(spread) if spread.items() == 0 => Work::Marker,
            work => work,
        };
        SCHEDULER.submit(self.id, work)
    }

    /// Of the last work put in; `None` where all of it is done.
    pub fn tail(&self) -> Option<Completion> {
        if SCHEDULER.idle() {
            return None;
        }
        SCHEDULER.lock().tail(self.id)
    }

    /// Waits for all work put in so far.
    ///
    /// # Errors
    /// What the last of it ended with.
    pub fn wait(&self) -> Outcome {
        self.tail().map_or(Ok(()), |tail| tail.wait())
    }

    /// Whether nothing would hold up work put in now.
    pub(crate) fn free(&self) -> bool {
        if SCHEDULER.idle() {
            return true;
        }
        let state = SCHEDULER.lock();
        let Some(line) = state.lines.get(self.id) else { return true };
        let blocks = |other: &crate::lines::Line| match line.kind {
            Kind::Null => other.kind == Kind::Blocking && other.device == line.device,
            Kind::Blocking => other.kind == Kind::Null && other.device == line.device,
            Kind::NonBlocking | Kind::Internal => false,
        };
        line.idle() && !state.lines.busy().iter().filter_map(|&other| state.lines.get(other)).any(blocks)
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        SCHEDULER.lock().lines.close(self.id);
    }
}

/// Waits for all work in all queues of a device, or of all devices.
///
/// On a thread of the pool nothing is waited for: it would wait for itself.
pub fn wait_for_all(device: Option<usize>) {
    if SCHEDULER.idle() || crate::scheduler::on_pool_thread() {
        return;
    }
    let state = SCHEDULER.lock();
    let lines = state.lines.busy().iter().filter_map(|&id| state.lines.get(id));
    let tails: Vec<Completion> =
        lines.filter(|line| device.is_none_or(|device| line.device == device)).filter_map(|line| line.tail.clone()).collect();
    drop(state);
    for tail in tails {
        crate::pool::wait(&tail);
    }
}
