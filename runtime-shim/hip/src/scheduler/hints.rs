//! What threads read of the scheduler without its lock: hints, of which the truth is under the lock.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use crate::scheduler::cache_line::Apart;
use crate::scheduler::parallel_for::Active;

/// What those who spin look at.
pub(crate) struct Signals {
    /// Grows when something becomes ready.
    pub(crate) any: AtomicU64,
    /// Grows with it when what has become ready is for more than one thread.
    pub(crate) wide: AtomicU64,
    /// As [`crate::scheduler::State::parked`].
    pub(crate) parked: AtomicUsize,
}

impl Signals {
    pub(crate) const fn new() -> Signals {
        Signals { any: AtomicU64::new(0), wide: AtomicU64::new(0), parked: AtomicUsize::new(0) }
    }
}

/// What there is to do; changes under the lock, and is read without it to see that there is nothing.
pub(crate) struct Left {
    /// Queues that are not empty.
    pub(crate) queues: AtomicUsize,
    /// Pieces of work that threads may take part in, or that closures hold up.
    pub(crate) pieces: AtomicUsize,
}

impl Left {
    pub(crate) const fn new() -> Left {
        Left { queues: AtomicUsize::new(0), pieces: AtomicUsize::new(0) }
    }

    /// Whether there is nothing that another thread could take part in.
    pub(crate) fn all_taken(&self) -> bool {
        self.pieces.load(Ordering::Acquire) == 0
    }
}

/// What is known without the lock of the work that there is.
pub(crate) enum Only {
    Entered(Arc<Active>),
    /// There is nothing else, and of it nothing that nobody has claimed.
    Claimed,
    Unknown,
}

/// The only ready work, if it is for many threads: they join it without the scheduler's lock, for which they would queue. Changes under
/// that lock.
pub(crate) struct OnlyWork {
    /// Its address, 0 for none: tells most of those who ask that there is nothing new.
    address: Apart<AtomicUsize>,
    work: Apart<RwLock<Option<Arc<Active>>>>,
}

impl OnlyWork {
    pub(crate) const fn new() -> OnlyWork {
        OnlyWork { address: Apart::new(AtomicUsize::new(0)), work: Apart::new(RwLock::new(None)) }
    }

    /// Enters it, if it is such as is wanted and something of it is left.
    pub(crate) fn enter(&self, is_wanted: impl FnOnce(&Active) -> bool) -> Only {
        if self.address.load(Ordering::Acquire) == 0 {
            return Only::Unknown;
        }
        match self.work.try_read().as_deref() {
            Ok(Some(active)) if is_wanted(active) && active.enter_if_open() => Only::Entered(active.clone()),
            Ok(Some(active)) if !active.open() => Only::Claimed,
            _ => Only::Unknown,
        }
    }

    /// Says which it is; under the scheduler's lock, by a thread that goes on holding what it was before.
    pub(crate) fn publish(&self, work: Option<&Arc<Active>>) {
        let address = work.map_or(0, |work| Arc::as_ptr(work) as usize);
        if self.address.load(Ordering::Relaxed) != address {
            *self.freeze() = work.cloned();
            self.address.store(address, Ordering::Release);
        }
    }

    /// Nobody reads or changes it while the guard lives; to be asked for under the scheduler's lock.
    pub(crate) fn freeze(&self) -> RwLockWriteGuard<'_, Option<Arc<Active>>> {
        self.work.write().unwrap_or_else(PoisonError::into_inner)
    }
}
