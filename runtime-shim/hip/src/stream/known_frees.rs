//! Which frees that were put into streams another stream comes after, by the events that it waits for: memory of theirs may be
//! allocated in it before they have happened.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of the last free that was put into a stream; 0 in nearly all programs, which then pay nothing.
static LAST: AtomicU64 = AtomicU64::new(0);

/// A number for a free, higher than those before.
pub(crate) fn next() -> u64 {
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// By the addresses of streams the last free in each that comes before.
#[derive(Debug, Default)]
pub(crate) struct KnownFrees(Mutex<HashMap<usize, u64>>);

impl KnownFrees {
    /// Comes after all that another comes after too.
    pub(crate) fn add(&self, other: &KnownFrees) {
        if LAST.load(Ordering::Relaxed) == 0 {
            return;
        }
        let others = other.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (stream, number) in others {
            let last = known.entry(stream).or_default();
            *last = number.max(*last);
        }
    }

    /// Comes after all that is in a stream now.
    pub(crate) fn add_all_of(&self, stream: usize) {
        let last = LAST.load(Ordering::Relaxed);
        if last > 0 {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(stream, last);
        }
    }

    /// Whether it comes after a free in a stream.
    pub(crate) fn covers(&self, stream: usize, number: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&stream).is_some_and(|&last| last >= number)
    }
}
