//! Queues of work: work in one queue runs in order, work in different queues concurrently.

use std::sync::Arc;

use crate::check::order::{self, Piece};
use crate::check::trail;
use crate::entry::Outcome;
use crate::scheduler::SCHEDULER;
use crate::scheduler::completion::Completion;
use crate::scheduler::parallel_for::Loop;
use crate::scheduler::queue_id::QueueId;
use crate::scheduler::work::{QueueKind, Work};

/// A queue. Dropping it lets the work in it run to the end.
#[derive(Debug)]
pub struct Queue {
    id: QueueId,
}

impl Queue {
    /// An empty queue; the lower `priority`, the more urgent.
    pub fn new(kind: QueueKind, device: usize, priority: i32) -> Queue {
        if kind != QueueKind::Null {
            trail::has_streams();
        }
        Queue { id: SCHEDULER.lock().queues.add(kind, device, priority) }
    }

    /// Puts work at the end.
    pub fn submit(&self, work: Work) -> Completion {
        self.submit_as(work, None)
    }

    /// As [`Queue::submit`], of work that accesses memory: what it is to who looks at what orders work.
    pub(crate) fn submit_as(&self, work: Work, piece: Option<&Arc<Piece>>) -> Completion {
        let work = match work {
            Work::Parallel(work) if work.items() == 0 => Work::Marker,
            // Here, and not under the lock when it begins.
            Work::Parallel(work) => Work::Loop(Loop::new(work)),
            work => work,
        };
        SCHEDULER.submit(self.id, work, piece)
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
        let outcome = self.tail().map_or(Ok(()), |tail| tail.wait());
        self.is_waited_for();
        outcome
    }

    /// The host has waited for all work put in so far, or has seen that it is done.
    pub(crate) fn is_waited_for(&self) {
        if !crate::scheduler::on_pool_thread() {
            order::host_waited_for_queue(self.id.number());
        }
    }

    /// Whether there may be work that the host has not waited for.
    pub(crate) fn is_pending(&self) -> bool {
        order::is_pending(self.id.number())
    }

    /// Whether nothing would hold up work put in now.
    pub(crate) fn free(&self) -> bool {
        if SCHEDULER.idle() {
            return true;
        }
        let state = SCHEDULER.lock();
        let Some(queue) = state.queues.get(self.id) else { return true };
        let blocks = |other: &crate::scheduler::run_queue::RunQueue| match queue.kind {
            QueueKind::Null => other.kind == QueueKind::Blocking && other.device == queue.device,
            QueueKind::Blocking => other.kind == QueueKind::Null && other.device == queue.device,
            QueueKind::NonBlocking | QueueKind::Internal => false,
        };
        queue.idle() && !state.queues.busy().iter().filter_map(|&other| state.queues.get(other)).any(blocks)
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        SCHEDULER.lock().queues.close(self.id);
        order::closed(self.id.number());
    }
}

/// Waits for all work in all queues of a device, or of all devices.
///
/// On a thread of the pool nothing is waited for: it would wait for itself.
pub fn wait_for_all(device: Option<usize>) {
    if crate::scheduler::on_pool_thread() {
        return;
    }
    if SCHEDULER.idle() {
        return order::host_waited_for_all(device);
    }
    let state = SCHEDULER.lock();
    let queues = state.queues.busy().iter().filter_map(|&id| state.queues.get(id));
    let tails: Vec<Completion> = queues
        .filter(|queue| device.is_none_or(|device| queue.device == device))
        .filter_map(|queue| queue.tail.clone())
        .collect();
    drop(state);
    for tail in tails {
        crate::scheduler::worker_pool::wait(&tail);
    }
    order::host_waited_for_all(device);
}
