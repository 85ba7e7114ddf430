//! A forked child has no threads but its own: its scheduler forgets all work.

use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, RwLockWriteGuard};

use crate::scheduler::parallel_for::Active;
use crate::scheduler::run_queue::RunQueue;
use crate::scheduler::{SCHEDULER, State};

impl State {
    /// Forgets all work and all threads: for a forked child, in which the threads are not there.
    fn after_fork(&mut self) {
        self.ready.clear();
        self.host_ready.clear();
        self.polls.clear();
        (self.workers, self.parked, self.host_thread, self.sleepers) = (0, 0, false, 0);
        for id in self.queues.busy().to_vec() {
            if let Some(queue) = self.queues.get_mut(id) {
                queue.abandon();
            }
            self.queues.set_idle(id);
        }
    }
}

impl RunQueue {
    /// Ends everything without running it.
    fn abandon(&mut self) {
        self.active = None;
        self.watchers.clear();
        for completion in self.current.take().into_iter().chain(self.items.drain(..).map(|(_, completion)| completion)) {
            completion.complete(Ok(()));
        }
    }
}

/// What no other thread holds while the process forks.
type Held = (MutexGuard<'static, State>, RwLockWriteGuard<'static, Option<Arc<Active>>>);

thread_local! {
    static AT_FORK: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// A child of `fork` gets a scheduler that is whole and empty. To be called once.
pub(super) fn survive_forks() {
    extern "C" fn prepare() {
        let state = SCHEDULER.lock();
        AT_FORK.set(Some((state, SCHEDULER.only.freeze())));
    }
    extern "C" fn parent() {
        AT_FORK.set(None);
    }
    extern "C" fn child() {
        if let Some((mut state, only)) = AT_FORK.take() {
            drop(only);
            SCHEDULER.signals.forget_lookout();
            SCHEDULER.only.publish(None);
            state.after_fork();
            SCHEDULER.left.queues.store(0, Ordering::Release);
            SCHEDULER.left.pieces.store(0, Ordering::Release);
            SCHEDULER.threads_started.store(false, Ordering::Relaxed);
        }
    }
    // SAFETY: the functions are never unloaded (the library stays) and do nothing but lock and unlock.
    unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) };
}
