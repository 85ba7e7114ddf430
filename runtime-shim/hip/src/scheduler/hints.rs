//! What threads read of the scheduler without its lock: hints, of which the truth is under the lock.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use crate::scheduler::SCHEDULER;
use crate::scheduler::cache_line::Apart;
use crate::scheduler::parallel_for::Active;

/// What those who spin look at.
pub(crate) struct Signals {
    /// Grows when something becomes ready.
    pub(crate) any: Apart<AtomicU64>,
    /// Grows with it when what has become ready is for more than one thread.
    pub(crate) wide: Apart<AtomicU64>,
    /// Whether there is a [`Lookout`].
    lookout: Apart<AtomicBool>,
    /// As [`crate::scheduler::State::parked`].
    pub(crate) parked: AtomicUsize,
}

impl Signals {
    pub(crate) const fn new() -> Signals {
        Signals {
            any: Apart::new(AtomicU64::new(0)),
            wide: Apart::new(AtomicU64::new(0)),
            lookout: Apart::new(AtomicBool::new(false)),
            parked: AtomicUsize::new(0),
        }
    }

    /// For a forked child, in which no worker is there.
    pub(super) fn forget_lookout(&self) {
        self.lookout.store(false, Ordering::Release);
    }

    /// Whether a worker spins that looks for work for one thread.
    pub(crate) fn has_lookout(&self) -> bool {
        self.lookout.load(Ordering::Acquire)
    }
}

/// Of the workers that spin the one that looks for work for one thread, if it is this. If all did, each launch of a block would cost what
/// it takes to tell them all, and they would queue for the scheduler's lock.
#[derive(Default)]
pub(crate) struct Lookout(bool);

impl Lookout {
    /// Whether it is this one, which it becomes if there is none.
    pub(crate) fn keep(&mut self) -> bool {
        let lookout = &SCHEDULER.signals.lookout;
        self.0 = self.0 || !lookout.load(Ordering::Relaxed) && !lookout.swap(true, Ordering::AcqRel);
        self.0
    }

    /// To be called before the scheduler's lock is asked for, or work entered: what comes later is for the next one.
    pub(crate) fn leave(&mut self) {
        if std::mem::take(&mut self.0) {
            SCHEDULER.signals.lookout.store(false, Ordering::Release);
        }
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        self.leave();
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
