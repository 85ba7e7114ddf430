//! When a piece of work is done: something that other queues, events and host threads wait for.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Instant;

use hipify_happens_before::Moment;

use crate::check::order;
use crate::entry::Outcome;
use crate::scheduler::queue_id::QueueId;
use crate::types::error::{hipError_t, hipSuccess};

/// Done or not, when, and how it ended. Clones are the same one.
#[derive(Clone, Debug)]
pub struct Completion(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Written last, with release order: who sees it sees the work's results, its time and its error.
    done: AtomicBool,
    time: AtomicU64,
    error: AtomicU32,
    /// A host thread sleeps until this is done. Written and read under the scheduler's lock.
    awaited: AtomicBool,
    /// The queue in which the work stands.
    queue: Option<QueueId>,
    /// What has ended when the work has, where the program is checked for races.
    moment: OnceLock<Arc<Moment>>,
}

impl Completion {
    /// Of work that stands in a queue.
    pub(crate) fn of(queue: QueueId) -> Completion {
        Completion::new(false, Some(queue))
    }

    /// Of work that is done already.
    pub fn already() -> Completion {
        let completion = Completion::new(true, None);
        completion.0.time.store(now(), Ordering::Relaxed);
        completion
    }

    fn new(done: bool, queue: Option<QueueId>) -> Completion {
        Completion(Arc::new(Inner {
            done: AtomicBool::new(done),
            time: AtomicU64::new(0),
            error: AtomicU32::new(hipSuccess.0),
            awaited: AtomicBool::new(false),
            queue,
            moment: OnceLock::new(),
        }))
    }

    /// Whether the work is done.
    pub fn done(&self) -> bool {
        self.0.done.load(Ordering::Acquire)
    }

    /// When it was done, nanoseconds since some moment of the process; `None` while it is not.
    pub fn time(&self) -> Option<u64> {
        self.done().then(|| self.0.time.load(Ordering::Relaxed))
    }

    /// How it ended. Success while it has not.
    pub fn outcome(&self) -> Outcome {
        let error = if self.done() { hipError_t(self.0.error.load(Ordering::Relaxed)) } else { hipSuccess };
        if error == hipSuccess { Ok(()) } else { Err(error) }
    }

    /// What has ended when the work has, where that is known.
    pub(crate) fn moment(&self) -> Option<&Arc<Moment>> {
        self.0.moment.get()
    }

    /// The host has waited for the work, or has seen that it is done.
    pub(crate) fn is_waited_for(&self) {
        if !crate::scheduler::on_pool_thread() {
            order::host_waited_for(self.moment());
        }
    }

    pub(crate) fn set_moment(&self, moment: Arc<Moment>) {
        let _ = self.0.moment.set(moment);
    }

    pub(crate) fn queue(&self) -> Option<QueueId> {
        self.0.queue
    }

    /// Says that the work is done now. Whether a host thread sleeps for it.
    pub(crate) fn complete(&self, outcome: Outcome) -> bool {
        if let Err(error) = outcome {
            self.0.error.store(error.0, Ordering::Relaxed);
        }
        self.0.time.store(now(), Ordering::Relaxed);
        self.0.done.store(true, Ordering::Release);
        self.0.awaited.load(Ordering::Relaxed)
    }

    /// Asks for a wake-up. Only under the scheduler's lock, under which `complete` is called too.
    pub(crate) fn await_it(&self) {
        self.0.awaited.store(true, Ordering::Relaxed);
    }
}

/// Nanoseconds since some moment of the process.
pub fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
