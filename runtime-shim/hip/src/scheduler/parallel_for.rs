//! Parallel loops, work that many threads take part in: items `0 .. n`. Each thread has a share of its own, the same in every loop
//! of as many items, so that what it has in its caches from one launch serves the next; it takes that in chunks that get smaller
//! towards the end, and then helps with what others have left.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::entry::Outcome;
use crate::environment;
use crate::scheduler::cache_line::Apart;
use crate::scheduler::pool_thread::{on_pool_thread, own_share};
use crate::scheduler::queue_id::QueueId;

/// Work that any number of threads may run parts of, such as the blocks of a launch.
pub trait ParallelFor: Send + Sync {
    /// How many items there are; they are independent of each other.
    fn items(&self) -> u64;

    /// Runs some of them. Every item is run once a round, by one thread.
    fn run(&self, items: Range<u64>);

    /// Whether chunks are to begin in rising order, since items may wait for earlier ones.
    fn in_order(&self) -> bool {
        false
    }

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
    /// One for each thread that is to take part; a single one where order counts.
    shares: Box<[Share]>,
    /// How many rounds have begun, and of which of them, or of those before it, no item is left that nobody has claimed: read where it
    /// would cost as many cache misses as there are shares to look at them.
    rounds: AtomicU64,
    claimed: Apart<AtomicU64>,
    /// Items that have not been run to the end; who brings it to 0 ends the round.
    left: Apart<AtomicU64>,
    /// How many threads take part that are counted: see [`is_counted`].
    taking_part: Apart<AtomicU64>,
}

/// A parallel loop that is to begin: its shares are made before it is its turn.
pub struct Loop {
    work: Box<dyn ParallelFor>,
    items: u64,
    shares: Box<[Share]>,
}

impl Loop {
    pub(crate) fn new(work: Box<dyn ParallelFor>) -> Loop {
        let items = work.items();
        let shares = if work.in_order() { 1 } else { items.clamp(1, environment::threads() as u64) };
        Loop { work, items, shares: Share::of(items, shares) }
    }
}

/// A part of the items.
struct Share {
    /// The first item that nobody has claimed.
    next: Apart<AtomicU64>,
    items: Range<u64>,
}

impl Share {
    fn of(items: u64, shares: u64) -> Box<[Share]> {
        let begin = |share: u64| (u128::from(items) * u128::from(share) / u128::from(shares)) as u64;
        (0..shares)
            .map(|number| Share { next: Apart::new(AtomicU64::new(begin(number))), items: begin(number)..begin(number + 1) })
            .collect()
    }

    fn unclaimed(&self) -> u64 {
        self.items.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// For the thread whose share it is, which has run some of it for the time `busy`, if it has. It comes to its end alone.
    fn claim_as_owner(&self, busy: Option<Duration>) -> Option<Range<u64>> {
        /// How often it claims at most: an eighth of the share or more each. What is left meanwhile is for others.
        const CLAIMS: u64 = 8;
        let is_short = busy.is_some_and(|busy| busy < SHORT);
        self.claim(1, if is_short { u64::MAX } else { (self.items.end - self.items.start) / CLAIMS })
    }

    /// Guided: of what is left as much as keeps `among` threads busy twice, but `least` at least, so that few claims are made and threads
    /// end together.
    fn claim(&self, among: u64, least: u64) -> Option<Range<u64>> {
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let left = self.items.end.checked_sub(start).filter(|&left| left > 0)?;
            let count = (left / (among * 2)).max(least).max(1).min(left);
            // Acquire: pairs with the release in `another_round`, so that a new round's state is seen.
            match self.next.compare_exchange_weak(start, start + count, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(start..start + count),
                Err(other) => start = other,
            }
        }
    }
}

enum ActiveWork {
    Parallel(Box<dyn ParallelFor>),
    /// The task, then how it ended.
    Task(Mutex<(Option<Task>, Outcome)>),
}

impl Active {
    pub(crate) fn parallel_for(queue: QueueId, priority: i32, work: Loop) -> Active {
        let Loop { work, items, shares } = work;
        Active::new(queue, priority, ActiveWork::Parallel(work), items, shares)
    }

    pub(crate) fn task(queue: QueueId, priority: i32, task: Task) -> Active {
        Active::new(queue, priority, ActiveWork::Task(Mutex::new((Some(task), Ok(())))), 1, Share::of(1, 1))
    }

    fn new(queue: QueueId, priority: i32, kind: ActiveWork, items: u64, shares: Box<[Share]>) -> Active {
        Active {
            queue,
            priority,
            kind,
            items,
            shares,
            rounds: AtomicU64::new(1),
            claimed: Apart::new(AtomicU64::new(0)),
            left: Apart::new(AtomicU64::new(items)),
            taking_part: Apart::new(AtomicU64::new(0)),
        }
    }

    /// Whether as many threads take part as there are to be: the host threads that wait must not raise their number.
    fn full(&self) -> bool {
        is_counted() && self.taking_part.load(Ordering::Relaxed) >= MOST_COUNTED
    }

    /// To be called under the scheduler's lock by a thread that goes on to [`Active::run`].
    pub(crate) fn enter(&self) {
        if is_counted() {
            self.taking_part.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// As [`Active::enter`] without the lock, if it is open and not full.
    pub(crate) fn enter_if_open(&self) -> bool {
        if !self.open() {
            return false;
        }
        if is_counted() && self.taking_part.fetch_add(1, Ordering::Relaxed) >= MOST_COUNTED {
            self.taking_part.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        true
    }

    /// Whether items are left that nobody has claimed, as far as those who look for them have noticed.
    pub(crate) fn open(&self) -> bool {
        self.claimed.load(Ordering::Relaxed) < self.rounds.load(Ordering::Relaxed)
    }

    /// Whether another thread may take part. Full work may be so for a moment yet: who leaves it comes again.
    pub(crate) fn free(&self) -> bool {
        self.open() && !self.full()
    }

    /// Whether more than one thread has something to do here.
    pub(crate) fn wide(&self) -> bool {
        self.items > 1 && self.open()
    }

    /// Claims and runs items until there are none. True for the one thread that has ended the last of them.
    pub(crate) fn run(&self) -> bool {
        let own = &self.shares[own_share().min(self.shares.len() - 1)];
        let round = self.rounds.load(Ordering::Acquire);
        let begun = (self.shares.len() > 1).then(Instant::now);
        let (mut done, mut busy) = (0, None);
        while let Some(range) = self.claim(own, busy) {
            done += range.end - range.start;
            match &self.kind {
                ActiveWork::Parallel(work) => work.run(range),
                ActiveWork::Task(task) => run_task(task),
            }
            busy = begun.map(|begun| begun.elapsed());
        }
        if self.claimed.load(Ordering::Relaxed) < round {
            self.claimed.fetch_max(round, Ordering::Relaxed);
        }
        if is_counted() {
            self.taking_part.fetch_sub(1, Ordering::Relaxed);
        }
        // Release: what was written is seen by who ends the round; acquire: the one who does sees it.
        done > 0 && self.left.fetch_sub(done, Ordering::AcqRel) == done
    }

    /// Items of the thread's own share, or else of the one of which most is left, for a thread that has been `busy` here, if it has.
    fn claim(&self, own: &Share, busy: Option<Duration>) -> Option<Range<u64>> {
        let threads = environment::threads() as u64;
        if let [only] = &self.shares[..] {
            return only.claim(threads, 1);
        }
        // Who helps takes little at a time: the owner may be about to come.
        let fullest = || self.shares.iter().max_by_key(|share| share.unclaimed()).filter(|share| share.unclaimed() > 0);
        own.claim_as_owner(busy).or_else(|| std::iter::from_fn(fullest).find_map(|share| share.claim(threads, 1)))
    }

    /// To be called by who ended the last item: opens all items again where the work asks for it.
    pub(crate) fn another_round(&self) -> bool {
        let ActiveWork::Parallel(work) = &self.kind else { return false };
        if !work.again() {
            return false;
        }
        self.left.store(self.items, Ordering::Relaxed);
        self.shares.iter().for_each(|share| share.next.store(share.items.start, Ordering::Release));
        // Last: who sees the new round and then finds no item knows that they are claimed.
        self.rounds.fetch_add(1, Ordering::Release);
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

/// Who has been through half of its share in less goes on to the end: others would come too late to help, and what it has in its caches
/// stays there for the next loop.
const SHORT: Duration = Duration::from_micros(20);

/// Of threads that are counted how many may take part.
const MOST_COUNTED: u64 = 1;

/// Whether the calling thread is one of those of which one may take part: there are as many workers as threads are to run, less one, which
/// is a host thread that waits. A single worker is one of them.
fn is_counted() -> bool {
    !on_pool_thread() || environment::threads() == 1
}

fn run_task(task: &Mutex<(Option<Task>, Outcome)>) {
    let taken = task.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0.take();
    let Some(taken) = taken else { return };
    let outcome = crate::entry::caught("a task of a stream", taken);
    task.lock().unwrap_or_else(std::sync::PoisonError::into_inner).1 = outcome;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes how often each item has run, and asks for a second round.
    struct Counting {
        counts: Vec<AtomicU64>,
        rounds: AtomicU64,
    }

    impl ParallelFor for std::sync::Arc<Counting> {
        fn items(&self) -> u64 {
            self.counts.len() as u64
        }

        fn run(&self, items: Range<u64>) {
            for item in items {
                self.counts[item as usize].fetch_add(1, Ordering::Relaxed);
            }
        }

        fn again(&self) -> bool {
            self.rounds.fetch_add(1, Ordering::Relaxed) == 0
        }
    }

    fn active(items: u64, shares: u64) -> (Active, std::sync::Arc<Counting>) {
        let counts = (0..items).map(|_| AtomicU64::new(0)).collect();
        let counting = std::sync::Arc::new(Counting { counts, rounds: AtomicU64::new(0) });
        let work = ActiveWork::Parallel(Box::new(counting.clone()));
        (Active::new(QueueId { index: 0, generation: 0 }, 0, work, items, Share::of(items, shares)), counting)
    }

    #[test]
    fn a_thread_takes_its_own_share_first_and_then_those_of_others() {
        let (active, _) = active(100, 4);
        let own = &active.shares[2];
        let claimed: Vec<Range<u64>> = std::iter::from_fn(|| active.claim(own, None)).collect();
        assert_eq!(claimed[0].start, 50);
        let others = claimed.iter().position(|range| !(50..75).contains(&range.start)).unwrap();
        assert_eq!(claimed[others - 1].end, 75);
        assert_eq!(claimed.iter().map(|range| range.end - range.start).sum::<u64>(), 100);
        assert!(active.open());
        active.enter();
        assert!(!active.run() && !active.open());
    }

    #[test]
    fn what_is_left_of_a_share_is_taken_at_once_if_its_first_half_was_short() {
        let (active, _) = active(100, 2);
        let own = &active.shares[0];
        assert_eq!(active.claim(own, None), Some(0..25));
        assert_eq!(active.claim(own, Some(SHORT)), Some(25..37));
        assert_eq!(active.claim(own, Some(SHORT / 2)), Some(37..50));
        assert_eq!(active.claim(own, None).map(|range| range.start), Some(50));
    }

    #[test]
    fn where_order_counts_chunks_begin_in_it() {
        let (active, _) = active(100, 1);
        let claimed: Vec<Range<u64>> = std::iter::from_fn(|| active.claim(&active.shares[0], None)).collect();
        assert_eq!(claimed[0].start, 0);
        assert!(claimed.windows(2).all(|two| two[0].end == two[1].start));
        assert_eq!(claimed.last().unwrap().end, 100);
    }

    #[test]
    fn each_item_runs_once_a_round_however_many_threads_take_part() {
        for (items, shares) in [(1, 1), (3, 3), (1000, 1), (1000, 4), (1001, 16)] {
            let (active, counting) = active(items, shares);
            for round in 1..=2 {
                let ended: usize = std::thread::scope(|scope| {
                    let threads: Vec<_> = (0..4)
                        .map(|number| {
                            scope.spawn({
                                let active = &active;
                                move || {
                                    crate::scheduler::join_pool(Some(number));
                                    active.enter();
                                    usize::from(active.run())
                                }
                            })
                        })
                        .collect();
                    threads.into_iter().map(|thread| thread.join().unwrap()).sum()
                });
                assert_eq!(ended, 1, "{items} items in {shares} shares");
                assert!(counting.counts.iter().all(|count| count.load(Ordering::Relaxed) == round));
                assert_eq!(active.another_round(), round == 1);
            }
        }
    }
}
