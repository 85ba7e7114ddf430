//! Parallel loops, work that many threads take part in: items `0 .. n`, handed out in chunks that get smaller towards the end.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::entry::Outcome;
use crate::environment;
use crate::scheduler::queue_id::QueueId;

/// Work that any number of threads may run parts of, such as the blocks of a launch.
pub trait ParallelFor: Send + Sync {
    /// How many items there are; they are independent of each other.
    fn items(&self) -> u64;

    /// Runs some of them. Every item is run once a round, by one thread, in rising order of the ranges' starts.
    fn run(&self, items: Range<u64>);

    /// After all items have run: whether to run all of them once more.
    fn again(&self) -> bool {
        false
    }

    /// At the end, once: how it went.
    fn finish(&self) -> Outcome {
        Ok(())
    }
}

/// Work for one thread.
pub type Task = Box<dyn FnOnce() -> Outcome + Send>;

/// Work at the head of a queue: being run, or free to be.
pub(crate) struct Active {
    pub(crate) queue: QueueId,
    pub(crate) priority: i32,
    kind: ActiveWork,
    items: u64,
    /// The first item that nobody has claimed.
    next: AtomicU64,
    /// Items that have not been run to the end; who brings it to 0 ends the round.
    left: AtomicU64,
    /// How many threads take part.
    taking_part: AtomicU64,
}

enum ActiveWork {
    Parallel(Box<dyn ParallelFor>),
    /// The task, then how it ended.
    Task(Mutex<(Option<Task>, Outcome)>),
}

impl Active {
    pub(crate) fn parallel_for(queue: QueueId, priority: i32, work: Box<dyn ParallelFor>) -> Active {
        let items = work.items();
        Active::new(queue, priority, ActiveWork::Parallel(work), items)
    }

    pub(crate) fn task(queue: QueueId, priority: i32, task: Task) -> Active {
        Active::new(queue, priority, ActiveWork::Task(Mutex::new((Some(task), Ok(())))), 1)
    }

    fn new(queue: QueueId, priority: i32, kind: ActiveWork, items: u64) -> Active {
        Active {
            queue,
            priority,
            kind,
            items,
            next: AtomicU64::new(0),
            left: AtomicU64::new(items),
            taking_part: AtomicU64::new(0),
        }
    }

    /// Whether as many threads take part as there are to be: the host threads that wait must not raise their number.
    pub(crate) fn full(&self) -> bool {
        self.taking_part.load(Ordering::Relaxed) >= environment::threads() as u64
    }

    /// To be called under the scheduler's lock by a thread that goes on to [`Active::run`].
    pub(crate) fn enter(&self) {
        self.taking_part.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether items are left that nobody has claimed.
    pub(crate) fn open(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.items
    }

    /// Whether more than one thread has something to do here.
    pub(crate) fn wide(&self) -> bool {
        self.next.load(Ordering::Relaxed) + 1 < self.items
    }

    /// Claims and runs items until there are none. True for the one thread that has ended the last of them.
    pub(crate) fn run(&self) -> bool {
        let threads = environment::threads() as u64;
        let mut ended = false;
        while let Some(range) = self.claim(threads) {
            let count = range.end - range.start;
            match &self.kind {
                ActiveWork::Parallel(work) => work.run(range),
                ActiveWork::Task(task) => run_task(task),
            }
            // Release: what was written is seen by who ends the round; acquire: the one who does sees it.
            ended = self.left.fetch_sub(count, Ordering::AcqRel) == count;
        }
        self.taking_part.fetch_sub(1, Ordering::Relaxed);
        ended
    }

    /// Guided: a share of what is left, so that few claims are made and the threads still end together.
    fn claim(&self, threads: u64) -> Option<Range<u64>> {
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let left = self.items.checked_sub(start).filter(|&left| left > 0)?;
            let count = (left / (threads * 2)).max(1);
            // Acquire: pairs with the release in `another_round`, so that a new round's state is seen.
            match self.next.compare_exchange_weak(start, start + count, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(start..start + count),
                Err(other) => start = other,
            }
        }
    }

    /// To be called by who ended the last item: opens all items again where the work asks for it.
    pub(crate) fn another_round(&self) -> bool {
        let ActiveWork::Parallel(work) = &self.kind else { return false };
        if !work.again() {
            return false;
        }
        self.left.store(self.items, Ordering::Relaxed);
        self.next.store(0, Ordering::Release);
        true
    }

    /// To be called once at the end.
    pub(crate) fn finish(&self) -> Outcome {
        match &self.kind {
            ActiveWork::Parallel(work) => work.finish(),
            ActiveWork::Task(task) => task.lock().unwrap_or_else(std::sync::PoisonError::into_inner).1,
        }
    }
}

fn run_task(task: &Mutex<(Option<Task>, Outcome)>) {
    let taken = task.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0.take();
    let Some(taken) = taken else { return };
    let outcome = crate::entry::caught("a task of a stream", taken);
    task.lock().unwrap_or_else(std::sync::PoisonError::into_inner).1 = outcome;
}
