//! A thread's share of a parallel loop, which it takes in chunks, and from which others help.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::scheduler::cache_line::Apart;

/// Who has been through half of its share in less goes on to the end: others would come too late to help, and what it has in its caches
/// stays there for the next loop.
pub(crate) const SHORT: Duration = Duration::from_micros(20);

/// A part of the items.
pub(crate) struct Share {
    /// The first item that nobody has claimed.
    pub(crate) next: Apart<AtomicU64>,
    pub(crate) items: Range<u64>,
}

impl Share {
    pub(crate) fn of(items: u64, shares: u64) -> Box<[Share]> {
        let begin = |share: u64| (u128::from(items) * u128::from(share) / u128::from(shares)) as u64;
        (0..shares)
            .map(|number| Share { next: Apart::new(AtomicU64::new(begin(number))), items: begin(number)..begin(number + 1) })
            .collect()
    }

    pub(crate) fn unclaimed(&self) -> u64 {
        self.items.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// For the thread whose share it is, which has run some of it for the time `busy`, if it has. It comes to its end alone.
    pub(crate) fn claim_as_owner(&self, busy: Option<Duration>) -> Option<Range<u64>> {
        /// How often it claims at most: an eighth of the share or more each. What is left meanwhile is for others.
        const CLAIMS: u64 = 8;
        let is_short = busy.is_some_and(|busy| busy < SHORT);
        self.claim(1, if is_short { u64::MAX } else { (self.items.end - self.items.start) / CLAIMS })
    }

    /// Guided: of what is left as much as keeps `among` threads busy twice, but `least` at least, so that few claims are made and threads
    /// end together.
    pub(crate) fn claim(&self, among: u64, least: u64) -> Option<Range<u64>> {
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
