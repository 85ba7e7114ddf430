//! Loops that are over before other threads have come to them are for one thread: how long they take is known from the same kernel's
//! launches before.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use crate::environment;
use crate::scheduler::parallel_for::ParallelFor;

/// How long a loop takes at most that is for one thread: about what it takes for others to come to it and be waited for, measured with 2 to
/// 16 threads.
fn small() -> Duration {
    Duration::from_micros(1 + u64::from(environment::threads().max(2).ilog2()))
}

/// How long one thread has run what was expected to be small before others are to help.
pub(crate) fn patience() -> Duration {
    small() * 2
}

/// What may be small: of several threads each has also waited for its turn and for the others' cache lines.
fn perhaps_small() -> Duration {
    small() * 8
}

/// The part of a small loop that is run first, to see how long it takes.
pub(crate) const FIRST: u64 = 8;

/// How long a thread runs items at least for that to be the time that they take.
const LONG: Duration = Duration::from_micros(10);

/// Whom a loop is for.
pub(crate) struct Audience(AtomicU8);

/// All threads.
pub(crate) const ALL: u8 = 0;
/// One, since it is small.
pub(crate) const ONE: u8 = 1;
/// One that has come.
pub(crate) const TAKEN: u8 = 2;

impl Audience {
    pub(crate) fn new() -> Audience {
        Audience(AtomicU8::new(ALL))
    }

    pub(crate) fn is(&self, audience: u8) -> bool {
        self.0.load(Ordering::Relaxed) == audience
    }

    pub(crate) fn set(&self, audience: u8) {
        self.0.store(audience, Ordering::Relaxed);
    }
}

/// How long items of a kind take: nanoseconds of 1,024 of them, times 2, and 1 if nobody else was in the way; 0 where that is not known.
pub(crate) struct Pace<'a>(&'a AtomicU64);

impl Pace<'_> {
    /// Items that the time is kept of.
    const ITEMS: u128 = 1024;

    /// Where it is kept, if there are several threads.
    pub(crate) fn of(work: &dyn ParallelFor) -> Option<Pace<'_>> {
        work.pace().filter(|_| environment::threads() > 1).map(Pace)
    }

    /// Whether a loop of so many is for one thread.
    pub(crate) fn is_small(&self, items: u64) -> bool {
        let known = self.0.load(Ordering::Relaxed);
        let most = if known & 1 == 1 { small() } else { perhaps_small() };
        known > 0 && u128::from(known / 2) * u128::from(items) < most.as_nanos() * Pace::ITEMS
    }

    /// One thread, which began `alone` or with others, has taken the time for some. Written only where that is something else, since all threads have it
    /// in their caches.
    pub(crate) fn note(&self, items: u64, time: Duration, alone: bool) {
        let known = self.0.load(Ordering::Relaxed);
        let is_reliable = alone || time >= LONG;
        let Some(pace) = (time.as_nanos() * Pace::ITEMS).checked_div(u128::from(items)) else { return };
        let pace = u64::try_from(pace).unwrap_or(u64::MAX).clamp(1, u64::MAX / 2);
        let is_near = (known / 2).abs_diff(pace) <= known / 8;
        if known == 0 || is_reliable && !(is_near && known & 1 == 1) {
            self.0.store(pace * 2 | u64::from(is_reliable), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_thread_has_done_at_once_is_small() {
        let known = AtomicU64::new(0);
        let pace = Pace(&known);
        assert!(!pace.is_small(2));
        // What several have taken is no more than a hint.
        pace.note(4, small(), false);
        assert!(pace.is_small(31) && !pace.is_small(33));
        pace.note(20, small(), true);
        assert!(pace.is_small(19) && !pace.is_small(21));
        // They have waited for each other.
        pace.note(4, small(), false);
        assert!(pace.is_small(19));
        // It takes longer now.
        pace.note(20, LONG * 100, false);
        assert!(!pace.is_small(2));
        pace.note(20, small(), true);
        assert!(pace.is_small(19));
    }

    #[test]
    fn no_time_and_no_items_are_no_pace() {
        let known = AtomicU64::new(0);
        Pace(&known).note(0, Duration::from_nanos(5), true);
        assert_eq!(known.load(Ordering::Relaxed), 0);
        Pace(&known).note(1 << 20, Duration::ZERO, true);
        assert!(Pace(&known).is_small(1000));
        Pace(&known).note(1, Duration::MAX, true);
        assert!(!Pace(&known).is_small(1));
    }
}
