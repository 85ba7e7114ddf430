//! Run queues, the queues as the scheduler sees them: the work in each, and which of them are ready.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::check::order;
use crate::scheduler::completion::Completion;
use crate::scheduler::parallel_for::Active;
use crate::scheduler::queue_id::QueueId;
use crate::scheduler::work::{QueueKind, Work};

/// Pieces of work in a queue from which on the thread that adds to it helps with it first, as CUDA's launches wait from 1,024 on:
/// what a launch keeps then stays in the caches, and memory does not grow with a row of launches.
pub(crate) const ROOM: usize = 1024;

/// One queue.
pub(crate) struct RunQueue {
    pub(crate) kind: QueueKind,
    pub(crate) device: usize,
    pub(crate) priority: i32,
    /// What has not begun, with what says that it is done.
    pub(crate) items: VecDeque<(Work, Completion)>,
    /// How many of them there may be before the thread that adds more helps with them.
    pub(crate) room: usize,
    /// Of the work that has been taken from the head and has not ended.
    pub(crate) current: Option<Completion>,
    /// That work, where other threads can take part in it.
    pub(crate) active: Option<Arc<Active>>,
    /// Of the last work put in.
    pub(crate) tail: Option<Completion>,
    /// Queues held up until work of this one is done.
    pub(crate) watchers: Vec<(Completion, QueueId)>,
    /// Its owner is gone; it goes when it is empty.
    closing: bool,
    /// Where it stands in the list of busy queues.
    busy: Option<usize>,
}

impl RunQueue {
    /// As who looks at the order of work has it.
    pub(crate) fn ordered(&self, id: QueueId) -> order::Queue {
        let kind = match self.kind {
            QueueKind::Null => order::QueueKind::Null,
            QueueKind::Blocking => order::QueueKind::Blocking,
            QueueKind::NonBlocking | QueueKind::Internal => order::QueueKind::Free,
        };
        order::Queue { id: id.number(), kind, device: self.device }
    }

    pub(crate) fn idle(&self) -> bool {
        self.items.is_empty() && self.current.is_none()
    }

    /// Moves the queues that are not held up any more to `free`.
    pub(crate) fn take_freed(&mut self, free: &mut Vec<QueueId>) {
        self.watchers.retain(|(completion, watcher)| {
            let done = completion.done();
            if done {
                free.push(*watcher);
            }
            !done
        });
    }
}

/// All queues.
pub(crate) struct RunQueues {
    slots: Vec<(u32, Option<RunQueue>)>,
    free: Vec<u32>,
    busy: Vec<QueueId>,
}

impl RunQueues {
    pub(crate) const fn new() -> RunQueues {
        RunQueues { slots: Vec::new(), free: Vec::new(), busy: Vec::new() }
    }

    pub(crate) fn add(&mut self, kind: QueueKind, device: usize, priority: i32) -> QueueId {
        let queue = RunQueue {
            kind,
            device,
            priority,
            items: VecDeque::new(),
            room: ROOM,
            current: None,
            active: None,
            tail: None,
            watchers: Vec::new(),
            closing: false,
            busy: None,
        };
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        slot.1 = Some(queue);
        QueueId { index, generation: slot.0 }
    }

    /// Removes a queue as soon as it is empty.
    pub(crate) fn close(&mut self, id: QueueId) {
        if let Some(queue) = self.get_mut(id) {
            queue.closing = true;
            if queue.busy.is_none() {
                self.remove(id);
            }
        }
    }

    pub(crate) fn get(&self, id: QueueId) -> Option<&RunQueue> {
        self.slots.get(id.index as usize).filter(|slot| slot.0 == id.generation)?.1.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: QueueId) -> Option<&mut RunQueue> {
        self.slots.get_mut(id.index as usize).filter(|slot| slot.0 == id.generation)?.1.as_mut()
    }

    /// The queues that are not empty.
    pub(crate) fn busy(&self) -> &[QueueId] {
        &self.busy
    }

    pub(crate) fn set_busy(&mut self, id: QueueId) {
        let place = self.busy.len();
        if let Some(queue) = self.get_mut(id).filter(|queue| queue.busy.is_none()) {
            queue.busy = Some(place);
            self.busy.push(id);
        }
    }

    pub(crate) fn set_idle(&mut self, id: QueueId) {
        let Some(queue) = self.get_mut(id) else { return };
        let closing = queue.closing;
        queue.tail = None;
        if let Some(place) = queue.busy.take() {
            self.busy.swap_remove(place);
            if let Some(&moved) = self.busy.get(place)
                && let Some(moved) = self.get_mut(moved)
            {
                moved.busy = Some(place);
            }
        }
        if closing {
            self.remove(id);
        }
    }

    fn remove(&mut self, id: QueueId) {
        let slot = &mut self.slots[id.index as usize];
        *slot = (slot.0.wrapping_add(1), None);
        self.free.push(id.index);
    }
}
