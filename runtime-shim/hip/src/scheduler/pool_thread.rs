//! What the calling thread is to the scheduler.

thread_local! {
    /// The number of a worker; what is no worker has the last of all shares.
    static OWN_SHARE: std::cell::Cell<usize> = const { std::cell::Cell::new(usize::MAX) };
    /// Whether this is a thread of the pool.
    static ON_POOL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Says that this is a thread of the pool: a worker of a number, or none.
pub(crate) fn join_pool(worker: Option<usize>) {
    ON_POOL.set(true);
    worker.into_iter().for_each(|number| OWN_SHARE.set(number));
}

/// Whether the calling thread is one of the pool, on which nothing can be waited for.
pub(crate) fn on_pool_thread() -> bool {
    ON_POOL.get()
}

/// Which share of parallel loops is the calling thread's.
pub(crate) fn own_share() -> usize {
    OWN_SHARE.get()
}
