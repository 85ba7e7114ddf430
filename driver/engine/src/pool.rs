//! Threads for work on many files.

use crate::guard::hush_panics;
use hipify_error::Error;
use hipify_tree::progress::Progress;
use hipify_tree::scan::FoundFile;
use rayon::prelude::*;

/// Deep nesting costs stack in the parser; threads get much of it, which costs nothing until it is used.
const STACK: usize = 256 << 20;

/// Runs `work` on a pool of `jobs` threads (0: one a core) with room for deep recursion.
pub fn in_pool<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    hush_panics();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    let pool = pool.map_err(|error| Error::usage(format!("cannot start {jobs} threads: {error}"), "give a smaller -j"))?;
    Ok(pool.install(work))
}

/// Works on all entries, large files first so that none is left alone at the end; results are in the order of `entries`.
pub fn largest_first<T: Send>(
    entries: &[FoundFile],
    shows_progress: bool,
    work: impl Fn(usize, &FoundFile) -> T + Sync,
) -> Vec<T> {
    let progress = Progress::new(shows_progress, entries.len());
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_unstable_by_key(|&number| std::cmp::Reverse(entries[number].size));
    let one = |number: usize| {
        let done = work(number, &entries[number]);
        progress.step();
        (number, done)
    };
    let mut done: Vec<(usize, T)> = order.into_par_iter().with_max_len(1).map(one).collect();
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
