//! Which allocations are defined as a whole, as far as that has been asked.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was found of an allocation when it was looked at last.
#[derive(Clone, Copy)]
enum Found {
    /// All of it is defined, until something undefined is written there.
    Defined,
    /// Where something is undefined, and all before it is not.
    Undefined(usize),
}

/// By the allocations' starts, with their sizes.
fn known() -> MutexGuard<'static, BTreeMap<usize, (usize, Found)>> {
    static KNOWN: Mutex<BTreeMap<usize, (usize, Found)>> = Mutex::new(BTreeMap::new());
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something undefined may have been written to a range.
pub(crate) fn forget(start: usize, size: usize) {
    let mut known = known();
    let before = known.range(..start).next_back().filter(|(at, (size, _))| *at + size > start).map(|(at, _)| *at);
    let inside: Vec<usize> = known.range(start..start.saturating_add(size)).map(|(at, _)| *at).chain(before).collect();
    inside.into_iter().for_each(|at| _ = known.remove(&at));
}

/// Something undefined may have been written anywhere.
pub(crate) fn forget_all() {
    known().clear();
}

/// Whether all of an allocation is defined. `first` finds the first byte of a range that is not.
pub(crate) fn is_defined(start: usize, size: usize, first: impl Fn(usize, usize) -> Option<usize>) -> bool {
    let mut known = known();
    let from = match known.get(&start).filter(|(known, _)| *known == size) {
        Some((_, Found::Defined)) => return true,
        Some(&(_, Found::Undefined(at))) => at,
        None => start,
    };
    let bad = first(from, start + size - from);
    known.insert(start, (size, bad.map_or(Found::Defined, Found::Undefined)));
    bad.is_none()
}
