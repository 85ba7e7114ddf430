//! The stream scheduler says which work may run now: the heads of all queues, what holds them up, and what waits for them. One
//! lock guards it all; the work itself runs outside of the lock.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::check::order::{self, Piece};
use crate::entry::Outcome;
use crate::scheduler::cache_line::Apart;
use crate::scheduler::completion::Completion;
use crate::scheduler::hints::{Left, OnlyWork, Signals};
use crate::scheduler::parallel_for::{Active, Loop};
use crate::scheduler::run_queue::RunQueues;
use crate::scheduler::work::{QueueKind, Work};

pub(crate) use crate::scheduler::pool_thread::{join_pool, on_pool_thread};
use crate::scheduler::queue_id::QueueId;

mod cache_line;
pub mod completion;
mod fork;
mod hints;
pub mod parallel_for;
mod pool_thread;
pub mod queue;
mod queue_id;
mod run_queue;
mod signals;
mod succession;
pub(crate) mod teardown;
pub mod work;
mod worker_pool;

/// The process's only one.
pub(crate) static SCHEDULER: Scheduler = Scheduler {
    state: Mutex::new(State::new()),
    work: Condvar::new(),
    done: Condvar::new(),
    host_work: Condvar::new(),
    threads_started: AtomicBool::new(false),
    signals: Signals::new(),
    left: Apart::new(Left::new()),
    only: OnlyWork::new(),
};

pub(crate) struct Scheduler {
    state: Mutex<State>,
    /// Something is ready: for parked workers.
    pub(crate) work: Condvar,
    /// Something that a host thread waits for is done, or ready for its help.
    pub(crate) done: Condvar,
    /// A function of the program is to be called.
    pub(crate) host_work: Condvar,
    /// Whether all threads have been started. A hint; the counts are under the lock.
    pub(crate) threads_started: AtomicBool,
    pub(crate) signals: Signals,
    pub(crate) left: Apart<Left>,
    pub(crate) only: OnlyWork,
}

/// What the lock guards.
pub(crate) struct State {
    pub(crate) queues: RunQueues,
    /// What workers may take part in, the most urgent first.
    ready: Vec<Arc<Active>>,
    pub(crate) host_ready: VecDeque<Arc<Active>>,
    polls: Vec<(QueueId, Box<dyn FnMut() -> bool + Send>)>,
    pub(crate) workers: usize,
    pub(crate) parked: usize,
    pub(crate) host_thread: bool,
    /// Host threads that sleep until something is done.
    pub(crate) sleepers: usize,
}

/// Whom to wake after the lock is released.
#[derive(Default)]
pub(crate) struct Wake {
    workers: bool,
    /// More than one of them.
    wide: bool,
    hosts: bool,
    sleepers: bool,
}

impl Scheduler {
    /// The lock. What it guards is consistent even after a panic: nothing that can panic runs under it but `Poll` closures.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        /// What the lock is held for takes less than to sleep and be woken, which many threads that come at once would do one by one.
        const TRIES: usize = 100;
        /// Between two tries, so that they do not keep the lock's cache line from who holds it.
        const PAUSES: usize = 16;
        for _ in 0..TRIES {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::Poisoned(state)) => return state.into_inner(),
                Err(TryLockError::WouldBlock) => (0..PAUSES).for_each(|_| std::hint::spin_loop()),
            }
        }
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether every queue is empty, all their work done.
    pub(crate) fn idle(&self) -> bool {
        self.left.queues.load(Ordering::Acquire) == 0
    }

    /// Says how many pieces of work there are, under the lock.
    fn note_pieces(&self, state: &State) {
        self.left.pieces.store(state.ready.len() + state.polls.len(), Ordering::Release);
    }

    /// Puts work at a queue's end; `piece` is what it is to who looks at what orders work.
    pub(crate) fn submit(&self, id: QueueId, work: Work, piece: Option<&Arc<Piece>>) -> Completion {
        crate::scheduler::worker_pool::ensure();
        let mut state = self.lock();
        let completion = Completion::of(id);
        if let Some(queue) = state.queues.get(id).map(|queue| queue.ordered(id)) {
            let moment = order::submitted(queue, work.waits(), !on_pool_thread(), piece);
            moment.into_iter().for_each(|moment| completion.set_moment(moment));
        }
        let mut wake = Wake::default();
        state.hold_up_for_null_stream(id, &mut wake);
        state.push(id, work, completion.clone(), &mut wake);
        let is_full = state.queues.get(id).is_some_and(|queue| queue.items.len() > queue.room);
        self.release(state, wake);
        if is_full {
            worker_pool::make_room(id);
        }
        completion
    }

    /// Asks the closures that hold queues up. Whether there are any.
    pub(crate) fn poll(&self) -> bool {
        let mut state = self.lock();
        if state.polls.is_empty() {
            return false;
        }
        let mut wake = Wake::default();
        state.poll(&mut wake);
        let left = !state.polls.is_empty();
        self.release(state, wake);
        left
    }

    /// Unlocks and wakes whom it concerns.
    pub(crate) fn release(&self, state: MutexGuard<'_, State>, wake: Wake) {
        self.left.queues.store(state.queues.busy().len(), Ordering::Release);
        self.note_pieces(&state);
        self.only.publish(state.only());
        // Under the lock: a lookout leaves before it looks under the lock for the last time.
        let wakes_worker = wake.workers && state.parked > 0 && (wake.wide || !self.signals.has_lookout());
        let sleepers = state.sleepers > 0;
        if wake.workers {
            // Under the lock: who then looks under it and finds nothing has seen the number, or will see it change.
            self.signals.any.fetch_add(1, Ordering::Release);
            if wake.wide {
                self.signals.wide.fetch_add(1, Ordering::Release);
            }
        }
        drop(state);
        if wakes_worker {
            self.work.notify_one();
        }
        if wake.hosts {
            self.host_work.notify_one();
        }
        // Sleepers also help with what has become ready.
        if sleepers && (wake.sleepers || wake.workers) {
            self.done.notify_all();
        }
    }
}

impl State {
    const fn new() -> State {
        State {
            queues: RunQueues::new(),
            ready: Vec::new(),
            host_ready: VecDeque::new(),
            polls: Vec::new(),
            workers: 0,
            parked: 0,
            host_thread: false,
            sleepers: 0,
        }
    }

    /// The most urgent work that a worker may take part in.
    pub(crate) fn next(&mut self) -> Option<Arc<Active>> {
        self.ready.retain(|active| active.open());
        // What is for one thread has it.
        let next = self.first_free().map(|at| if self.ready[at].wide() { self.ready[at].clone() } else { self.ready.remove(at) });
        SCHEDULER.note_pieces(self);
        next
    }

    /// Where the most urgent work stands that a thread may take part in.
    pub(crate) fn first_free(&self) -> Option<usize> {
        self.ready.iter().position(|active| active.free())
    }

    /// Whether a thread may take part in something else than this.
    pub(crate) fn others_than(&self, active: &Arc<Active>) -> bool {
        self.ready.iter().any(|other| !Arc::ptr_eq(other, active) && other.free())
    }

    /// The only ready work, if it is for many threads.
    pub(crate) fn only(&self) -> Option<&Arc<Active>> {
        match &self.ready[..] {
            [only] if only.wide() && !self.polling() => Some(only),
            _ => None,
        }
    }

    /// Whether closures hold queues up.
    pub(crate) fn polling(&self) -> bool {
        !self.polls.is_empty()
    }

    /// What a host thread that waits for `completion` can help with: the head of its queue, or of the one that holds it up.
    pub(crate) fn help(&self, completion: &Completion) -> Option<Arc<Active>> {
        self.help_with(completion.queue()?)
    }

    /// As [`State::help`], of a queue.
    pub(crate) fn help_with(&self, mut id: QueueId) -> Option<Arc<Active>> {
        // Queues wait for each other in chains of this length at most before a thread merely sleeps.
        const HOPS: usize = 16;
        for _ in 0..HOPS {
            let queue = self.queues.get(id)?;
            if queue.current.is_some() {
                return queue.active.clone().filter(|active| active.free());
            }
            match queue.items.front() {
                Some((Work::Wait(other), _)) => id = other.queue()?,
                _ => return None,
            }
        }
        None
    }

    /// What the queue's last work is, if it is not done.
    pub(crate) fn tail(&self, id: QueueId) -> Option<Completion> {
        self.queues.get(id)?.tail.clone().filter(|tail| !tail.done())
    }

    /// The null stream waits for all earlier work of the device's blocking streams, and they for its.
    fn hold_up_for_null_stream(&mut self, id: QueueId, wake: &mut Wake) {
        let Some(queue) = self.queues.get(id) else { return };
        let (kind, device) = (queue.kind, queue.device);
        let against = match kind {
            QueueKind::Null => QueueKind::Blocking,
            QueueKind::Blocking => QueueKind::Null,
            QueueKind::NonBlocking | QueueKind::Internal => return,
        };
        let others = self.queues.busy().iter().filter_map(|&other| self.queues.get(other));
        let holding = others.filter(|other| other.kind == against && other.device == device);
        let tails: Vec<Completion> = holding.filter_map(|other| other.tail.clone()).filter(|tail| !tail.done()).collect();
        for tail in tails {
            self.push(id, Work::Wait(tail), Completion::of(id), wake);
        }
    }

    fn push(&mut self, id: QueueId, work: Work, completion: Completion, wake: &mut Wake) {
        let Some(queue) = self.queues.get_mut(id) else {
            completion.complete(Ok(()));
            return;
        };
        let was_idle = queue.idle();
        queue.tail = Some(completion.clone());
        queue.items.push_back((work, completion));
        if was_idle {
            self.queues.set_busy(id);
            self.advance(id, wake);
        }
    }

    fn end(&mut self, id: QueueId, outcome: Outcome, wake: &mut Wake) {
        // The thread that ended the work holds it still: nothing of the program is dropped under the lock.
        self.ready.retain(|active| active.queue != id && active.open());
        let Some(queue) = self.queues.get_mut(id) else { return };
        queue.active = None;
        let current = queue.current.take();
        let mut freed = vec![id];
        if let Some(current) = current {
            self.complete(id, &current, outcome, &mut freed, wake);
        }
        self.advance_all(freed, wake);
    }

    fn advance(&mut self, id: QueueId, wake: &mut Wake) {
        self.advance_all(vec![id], wake);
    }

    /// Lets the heads of queues run as far as they can, and those of queues which waited for them.
    fn advance_all(&mut self, mut free: Vec<QueueId>, wake: &mut Wake) {
        while let Some(id) = free.pop() {
            while self.advance_head(id, &mut free, wake) {}
        }
    }

    /// Takes one piece of work from a queue. Whether the next may be looked at.
    fn advance_head(&mut self, id: QueueId, free: &mut Vec<QueueId>, wake: &mut Wake) -> bool {
        let Some(queue) = self.queues.get_mut(id) else { return false };
        if queue.current.is_some() {
            return false;
        }
        let Some((work, completion)) = queue.items.pop_front() else {
            self.queues.set_idle(id);
            return false;
        };
        match work {
            Work::Wait(other) if !other.done() => {
                queue.items.push_front((Work::Wait(other.clone()), completion));
                if let Some(watched) = other.queue().and_then(|other| self.queues.get_mut(other)) {
                    watched.watchers.push((other, id));
                }
                false
            }
            Work::Wait(_) | Work::Marker => {
                self.complete(id, &completion, Ok(()), free, wake);
                true
            }
            work => {
                queue.current = Some(completion);
                self.start(id, work, wake);
                false
            }
        }
    }

    fn start(&mut self, id: QueueId, work: Work, wake: &mut Wake) {
        let Some(queue) = self.queues.get_mut(id) else { return };
        let priority = queue.priority;
        let active = match work {
            Work::Task(task) => Arc::new(Active::task(id, priority, task)),
            Work::Parallel(work) => Arc::new(Active::parallel_for(id, priority, Loop::new(work))),
            Work::Loop(work) => Arc::new(Active::parallel_for(id, priority, work)),
            Work::Host(task) => {
                self.host_ready.push_back(Arc::new(Active::task(id, priority, task)));
                wake.hosts = true;
                return;
            }
            Work::Poll(poll) => {
                self.polls.push((id, poll));
                wake.workers = true;
                return;
            }
            // `advance_head` has dealt with these.
            Work::Wait(_) | Work::Marker => return,
        };
        queue.active = Some(active.clone());
        self.make_ready(active, wake);
    }

    fn make_ready(&mut self, active: Arc<Active>, wake: &mut Wake) {
        // A lower number is more urgent, as in HIP; among equals the oldest comes first.
        self.ready.retain(|other| !Arc::ptr_eq(other, &active));
        let place = self.ready.partition_point(|other| other.priority <= active.priority);
        wake.workers = true;
        wake.wide |= active.wide();
        self.ready.insert(place, active);
    }

    fn complete(&mut self, id: QueueId, completion: &Completion, outcome: Outcome, free: &mut Vec<QueueId>, wake: &mut Wake) {
        wake.sleepers |= completion.complete(outcome);
        if let Some(queue) = self.queues.get_mut(id) {
            queue.take_freed(free);
        }
    }

    fn poll(&mut self, wake: &mut Wake) {
        let mut polls = std::mem::take(&mut self.polls);
        let mut ended = Vec::new();
        polls.retain_mut(|(id, poll)| {
            let over = poll();
            if over {
                ended.push(*id);
            }
            !over
        });
        self.polls.append(&mut polls);
        for id in ended {
            self.end(id, Ok(()), wake);
        }
    }
}
