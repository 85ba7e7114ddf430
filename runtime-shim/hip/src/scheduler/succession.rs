//! From one piece of work to the next: who ends one goes on with what comes after it in its queue, if that is for one thread, which then
//! finds in its caches what it has just written, and nobody else is told of it.

use std::sync::Arc;

use crate::entry::Outcome;
use crate::scheduler::parallel_for::Active;
use crate::scheduler::{SCHEDULER, Scheduler, State, Wake};

/// Runs what is left of some work that the thread has entered; ends it if that was the last of it. Then the same with what comes after it
/// for one thread, as long as the thread `goes_on`.
pub(crate) fn take_part(mut active: Arc<Active>, goes_on: impl Fn() -> bool) {
    while active.run() {
        if active.another_round() {
            return SCHEDULER.again(active);
        }
        let outcome = active.finish();
        match SCHEDULER.end(&active, outcome, &goes_on) {
            Some(next) => active = next,
            None => return,
        }
    }
}

impl Scheduler {
    /// Says that work taken from a queue's head has ended, and lets the next run. That it is, entered, if it is for the calling thread.
    fn end(&self, active: &Active, outcome: Outcome, goes_on: impl FnOnce() -> bool) -> Option<Arc<Active>> {
        let mut state = self.lock();
        let mut wake = Wake::default();
        state.end(active.queue, outcome, &mut wake);
        let next = if goes_on() { state.successor(active, &mut wake) } else { None };
        self.release(state, wake);
        next
    }

    /// Opens work again for its next round.
    pub(crate) fn again(&self, active: Arc<Active>) {
        let mut state = self.lock();
        let mut wake = Wake::default();
        state.make_ready(active, &mut wake);
        self.release(state, wake);
    }
}

impl State {
    /// What comes after a piece of work in its queue, taken from what is ready, if it is for one thread and nothing is more urgent.
    fn successor(&mut self, active: &Active, wake: &mut Wake) -> Option<Arc<Active>> {
        let first = self.ready.first().filter(|first| first.queue == active.queue && !first.wide() && first.free())?;
        first.enter();
        let next = self.ready.remove(0);
        wake.workers = !self.ready.is_empty();
        Some(next)
    }
}
