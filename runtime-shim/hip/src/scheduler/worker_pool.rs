//! The threads that run ready work: workers, one thread for functions of the program, and waiting host threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::entry::Outcome;
use crate::environment;
use crate::scheduler::completion::Completion;
use crate::scheduler::fork::survive_forks;
use crate::scheduler::hints::{Lookout, Only};
use crate::scheduler::parallel_for::Active;
use crate::scheduler::queue_id::QueueId;
use crate::scheduler::run_queue::ROOM;
use crate::scheduler::succession::take_part;
use crate::scheduler::{SCHEDULER, State};

/// How long a thread looks for work, or for what it waits for, before it sleeps: a few times what waking it costs.
const SPIN: Duration = Duration::from_micros(60);

/// How often closures that hold up queues are asked.
const POLL: Duration = Duration::from_micros(20);

/// Address space for a worker's stack, bytes; kernels with large local arrays live on it. Only what is used is committed.
const STACK: usize = 64 << 20;

/// Starts the threads where they are not running yet. The calling thread makes up the number when it waits.
pub(crate) fn ensure() {
    static AT_FORK: std::sync::Once = std::sync::Once::new();
    AT_FORK.call_once(|| {
        survive_forks();
        crate::scheduler::teardown::drain_at_exit();
        crate::entry::keep_panics_quiet();
    });
    if SCHEDULER.threads_started.load(Ordering::Relaxed) {
        return;
    }
    // Where a record is written, the calling thread waits without taking part.
    let waiting = usize::from(!environment::is_recorded());
    let wanted = (environment::threads() - waiting).max(1);
    let mut state = SCHEDULER.lock();
    while state.workers < wanted {
        let number = state.workers;
        if !spawn("hipify worker", move || work(number)) {
            break;
        }
        state.workers += 1;
    }
    if !state.host_thread {
        state.host_thread = spawn("hipify host", call_host_functions);
    }
    SCHEDULER.threads_started.store(true, Ordering::Relaxed);
}

impl Completion {
    /// Waits until the work is done; the calling thread helps with it.
    ///
    /// # Errors
    /// What the work ended with.
    pub fn wait(&self) -> Outcome {
        let outcome = self.settle();
        self.is_waited_for();
        outcome
    }

    /// As [`Completion::wait`], where the host of a GPU need not wait.
    ///
    /// # Errors
    /// What the work ended with.
    pub(crate) fn settle(&self) -> Outcome {
        wait(self);
        self.outcome()
    }
}

/// Waits until something is done, and helps with it.
pub(crate) fn wait(completion: &Completion) {
    while !completion.done() {
        let seen = SCHEDULER.signals.any.load(Ordering::Acquire);
        let is_own = |active: &Active| completion.queue() == Some(active.queue);
        let help = match SCHEDULER.only.enter(is_own) {
            Only::Entered(active) => Some(active),
            Only::Claimed => None,
            Only::Unknown => SCHEDULER.lock().help(completion).inspect(|active| active.enter()),
        };
        match help {
            Some(active) => take_part(active, || !completion.done()),
            None => wait_idly(completion, seen),
        }
    }
}

/// Helps with a full queue until it is half empty. Where nothing moves in it, since what holds it up may wait for this very thread,
/// it gets more room.
pub(crate) fn make_room(id: QueueId) {
    if crate::scheduler::on_pool_thread() {
        return;
    }
    loop {
        let mut state = SCHEDULER.lock();
        let help = state.help_with(id);
        let seen = SCHEDULER.signals.any.load(Ordering::Acquire);
        let Some(queue) = state.queues.get_mut(id) else { return };
        if queue.items.len() <= ROOM / 2 {
            queue.room = ROOM;
            return;
        }
        let help = help.inspect(|active| active.enter());
        drop(state);
        match help {
            Some(active) => take_part(active, || false),
            None if spin(|| SCHEDULER.signals.any.load(Ordering::Acquire) != seen) => {}
            None => {
                let mut state = SCHEDULER.lock();
                if let Some(queue) = state.queues.get_mut(id) {
                    queue.room = queue.items.len() + ROOM / 2;
                }
                return;
            }
        }
    }
}

/// Spins, then sleeps, until the thing is done or something has become ready since `seen`.
fn wait_idly(completion: &Completion, seen: u64) {
    if spin(|| completion.done() || SCHEDULER.signals.any.load(Ordering::Acquire) != seen) {
        return;
    }
    let mut state = SCHEDULER.lock();
    if completion.done() || SCHEDULER.signals.any.load(Ordering::Acquire) != seen {
        return;
    }
    completion.await_it();
    state.sleepers += 1;
    let polling = state.polling();
    let mut state = match polling {
        true => SCHEDULER.done.wait_timeout(state, POLL).unwrap_or_else(std::sync::PoisonError::into_inner).0,
        false => SCHEDULER.done.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner),
    };
    state.sleepers -= 1;
    drop(state);
    if polling {
        SCHEDULER.poll();
    }
}

/// What those who spin have seen of [`crate::scheduler::hints::Signals`].
struct Seen {
    any: u64,
    wide: u64,
}

impl Seen {
    fn now() -> Seen {
        Seen { any: SCHEDULER.signals.any.load(Ordering::Acquire), wide: SCHEDULER.signals.wide.load(Ordering::Acquire) }
    }
}

/// The life of a worker, of a number from 0 up.
fn work(number: usize) {
    crate::scheduler::join_pool(Some(number));
    let mut state = SCHEDULER.lock();
    loop {
        state = match state.next() {
            Some(active) => {
                let is_only = state.only().is_some_and(|only| Arc::ptr_eq(only, &active));
                let seen = is_only.then(Seen::now);
                active.enter();
                let has_others = state.others_than(&active);
                drop(state);
                if has_others {
                    look_out();
                }
                wake_others(&active);
                take_part(active, || true);
                seen.into_iter().for_each(|seen| _ = join_while_only(seen));
                SCHEDULER.lock()
            }
            None => look_for_work(state),
        }
    }
}

/// Says that there is other work: a lookout that takes something leaves it to the next one to look, or to one of the workers that are parked.
fn look_out() {
    SCHEDULER.signals.any.fetch_add(1, Ordering::Release);
    if SCHEDULER.signals.parked.load(Ordering::Relaxed) > 0 {
        SCHEDULER.work.notify_one();
    }
}

/// Who takes up wide work wakes the next two: a launch costs its caller one wake-up, and after a few steps all are awake.
fn wake_others(active: &Active) {
    for _ in 0..2 {
        if SCHEDULER.signals.parked.load(Ordering::Relaxed) > 0 && active.wide() {
            SCHEDULER.work.notify_one();
        }
    }
}

/// Takes part in work that is the only one, and goes on spinning where all is done, without the lock. Whether something else has come.
fn join_while_only(mut seen: Seen) -> bool {
    let signals = &SCHEDULER.signals;
    let mut lookout = Lookout::default();
    let has_come = |lookout: &mut Lookout, seen: &Seen| {
        signals.wide.load(Ordering::Acquire) != seen.wide || lookout.keep() && signals.any.load(Ordering::Acquire) != seen.any
    };
    while spin(|| has_come(&mut lookout, &seen)) {
        // Read before it is asked what there is: what becomes ready later changes them.
        let before = std::mem::replace(&mut seen, Seen::now());
        if !joins_only(&mut lookout) && lookout.keep() {
            leave_it_to_the_host(before.wide);
            seen = Seen::now();
            if !joins_only(&mut lookout) && !SCHEDULER.left.all_taken() {
                return true;
            }
        }
    }
    false
}

/// Takes part in the only work. False where there may be other work.
fn joins_only(lookout: &mut Lookout) -> bool {
    match SCHEDULER.only.enter(|_| true) {
        Only::Entered(active) => {
            lookout.leave();
            wake_others(&active);
            take_part(active, || true);
            true
        }
        Only::Claimed => true,
        Only::Unknown => false,
    }
}

fn look_for_work(state: std::sync::MutexGuard<'static, State>) -> std::sync::MutexGuard<'static, State> {
    let seen = Seen::now();
    let polling = state.polling();
    drop(state);
    if polling {
        std::thread::sleep(POLL);
        SCHEDULER.poll();
        return SCHEDULER.lock();
    }
    if join_while_only(seen) {
        return SCHEDULER.lock();
    }
    let mut state = SCHEDULER.lock();
    if state.first_free().is_some() || state.polling() {
        return state;
    }
    state.parked += 1;
    SCHEDULER.signals.parked.store(state.parked, Ordering::Relaxed);
    let mut state = SCHEDULER.work.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
    state.parked -= 1;
    SCHEDULER.signals.parked.store(state.parked, Ordering::Relaxed);
    state
}

/// Waits a moment with work for one thread: a host thread that launches and then waits does it best itself, without its data
/// going to another core and back.
fn leave_it_to_the_host(seen_wide: u64) {
    /// A few times what a program needs from a launch to a wait.
    const MOMENT: Duration = Duration::from_nanos(1500);
    let start = Instant::now();
    while start.elapsed() < MOMENT && SCHEDULER.signals.wide.load(Ordering::Acquire) == seen_wide && !SCHEDULER.idle() {
        std::hint::spin_loop();
    }
}

/// Whether the condition came true while spinning was worth it.
fn spin(mut over: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        for _ in 0..64 {
            if over() {
                return true;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() > SPIN {
            return false;
        }
    }
}

/// The life of the thread that calls functions of the program, one after the other.
fn call_host_functions() {
    crate::scheduler::join_pool(None);
    let mut state = SCHEDULER.lock();
    loop {
        state = match state.host_ready.pop_front() {
            Some(active) => {
                active.enter();
                drop(state);
                take_part(active, || false);
                SCHEDULER.lock()
            }
            None => SCHEDULER.host_work.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner),
        }
    }
}

/// Whether a thread could be started. Signals of the program stay with the program's threads.
fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> bool {
    static TOLD: AtomicBool = AtomicBool::new(false);
    let blocked = crate::scheduler::signals::AsynchronousSignalsBlocked::new();
    let started = std::thread::Builder::new().name(name.into()).stack_size(STACK).spawn(life);
    drop(blocked);
    if let Err(error) = &started
        && !TOLD.swap(true, Ordering::Relaxed)
    {
        eprintln!("hipify: cannot start a thread: {error}");
    }
    started.is_ok()
}
