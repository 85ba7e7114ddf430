//! Memory of the program as the tool for memory knows it: what was allocated where, what lies around it, and what was freed when.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::calls::Origin;
use crate::check::finding::{Finding, Note};
use crate::check::quarantine::{Block, Quarantine};
use crate::check::{Tool, is_on, shadow, sink};

/// An allocation, alive or freed a while ago.
#[derive(Clone, Debug)]
struct Allocation {
    size: usize,
    /// What the program calls it: "device memory".
    what: &'static str,
    born: Origin,
    /// Where it was freed.
    died: Option<Origin>,
    block: Option<Block>,
    /// Whether the program is to free it.
    is_programs: bool,
}

#[derive(Default)]
struct State {
    by_start: BTreeMap<usize, Allocation>,
    quarantine: Quarantine,
}

fn state() -> MutexGuard<'static, State> {
    static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether memory has red zones, and is kept when it is freed.
pub(crate) fn is_guarded() -> bool {
    is_on(Tool::Memory) && shadow::reserve().is_ok()
}

/// Bytes before and after an allocation that may not be accessed: as many as it has itself, within reason, so that the wrong row of
/// an array is found too.
pub(crate) fn red_zone(size: usize, alignment: usize) -> usize {
    const LEAST: usize = 256;
    const MOST: usize = 1 << 20;
    size.clamp(LEAST, MOST).next_multiple_of(alignment)
}

/// Whether a tool asks what was allocated where.
fn are_known() -> bool {
    [Tool::Memory, Tool::Race, Tool::Leak].into_iter().any(is_on)
}

/// Whether an allocation begins at an address and has not been freed.
pub(crate) fn is_alive(start: usize) -> bool {
    state().by_start.get(&start).is_some_and(|one| one.died.is_none())
}

/// Memory has come about. `block` is what the runtime has of the C library for it.
pub(crate) fn born(start: usize, size: usize, what: &'static str, block: Option<Block>, origin: impl FnOnce() -> Origin) {
    if !are_known() {
        return;
    }
    if let Some(block) = block {
        shadow::poison(block.base, block.base + block.size, shadow::RED_ZONE);
        shadow::allow(start, size);
    }
    state().by_start.insert(start, Allocation { size, what, born: origin(), died: None, block, is_programs: true });
}

/// The allocation at an address is a variable, which lives as long as the process.
pub(crate) fn keep_as_variable(start: usize, what: &'static str) {
    if let Some(one) = state().by_start.get_mut(&start) {
        one.what = what;
        one.is_programs = false;
    }
}

/// The allocation at an address has fewer bytes than it was made with: what a pool rounds up is not the program's.
pub(crate) fn resize(start: usize, size: usize) {
    let mut state = state();
    let Some(one) = state.by_start.get_mut(&start) else { return };
    if let Some(block) = one.block {
        shadow::poison(start, block.base + block.size, shadow::RED_ZONE);
        shadow::allow(start, size);
    }
    one.size = size;
}

/// Memory goes. The blocks that the caller is to free now; nothing where the allocation is not known here.
pub(crate) fn died(start: usize, origin: impl FnOnce() -> Origin) -> Option<Vec<Block>> {
    if !are_known() {
        return None;
    }
    let died = origin();
    let mut state = state();
    let one = state.by_start.get_mut(&start)?;
    one.died = Some(died);
    let Some(block) = one.block else {
        state.by_start.remove(&start);
        return None;
    };
    shadow::poison(start, start + one.size.next_multiple_of(8), shadow::FREED);
    let old = state.quarantine.add(block);
    for block in &old {
        state.by_start.remove(&block.start);
    }
    Some(old)
}

/// A call of the host frees what is none to free.
pub(crate) fn bad_free(pointer: usize) {
    if is_on(Tool::Memory) {
        let (kind, message, notes) = explained_free(pointer);
        sink::report(Finding::of_call(Tool::Memory, kind, message).with(notes));
    }
}

/// What is wrong with freeing what is none to free: kind, message and places.
pub(crate) fn explained_free(pointer: usize) -> (&'static str, String, Vec<Note>) {
    match around(pointer) {
        Some((start, one)) if one.died.is_some() && start == pointer => {
            ("double-free", format!("{} is freed twice", described(&one)), notes(&one))
        }
        Some((start, one)) if pointer > start && pointer < start + one.size => {
            let message = format!("what is freed begins {} bytes inside of {}", pointer - start, described(&one));
            ("invalid-free", message, notes(&one))
        }
        near => {
            let known = near.filter(|(start, one)| *start == pointer || pointer < start + one.size);
            let notes = known.map(|(_, one)| notes(&one)).unwrap_or_default();
            ("invalid-free", "what is freed was not allocated by the runtime".to_owned(), notes)
        }
    }
}

/// A call of the host uses a range as memory of a device. Whether all of it may be used.
pub(crate) fn used_by_call(start: usize, size: usize, how: &str) -> bool {
    if !is_guarded() || size == 0 {
        return true;
    }
    let Some(bad) = shadow::first_bad(start, size) else { return true };
    let (kind, message, notes) = explained(bad, start, size, how);
    sink::report(Finding::of_call(Tool::Memory, kind, message).with(notes));
    false
}

/// What is wrong with an access, of which one byte may not be accessed: kind, message and places.
pub(crate) fn explained(bad: usize, start: usize, size: usize, how: &str) -> (&'static str, String, Vec<Note>) {
    let Some((begin, one)) = around(bad) else {
        return ("out-of-bounds", format!("{how} of {size} bytes at {start:#x}, where nothing is allocated"), Vec::new());
    };
    let end = begin + one.size;
    if bad >= begin && bad < end {
        let message =
            format!("{how} of {size} bytes, {} bytes into {} that was freed", start.saturating_sub(begin), described(&one));
        return ("use-after-free", message, notes(&one));
    }
    let freed = if one.died.is_some() { " that was freed" } else { "" };
    let message = if bad >= end && start < end && start >= begin {
        format!("{how} of {size} bytes, of which {} are after the end of {}{freed}", start + size - end, described(&one))
    } else if bad >= end {
        format!("{how} of {size} bytes, {} bytes after the end of {}{freed}", start - end, described(&one))
    } else {
        format!("{how} of {size} bytes, {} bytes before {}{freed}", begin - start, described(&one))
    };
    ("out-of-bounds", message, notes(&one))
}

/// The start and the bytes of what is allocated at an address.
pub(crate) fn living(address: usize) -> Option<(usize, usize)> {
    let state = state();
    let (&start, one) = state.by_start.range(..=address).next_back()?;
    (one.died.is_none() && address < start + one.size).then_some((start, one.size))
}

/// Where the memory at an address was allocated.
pub(crate) fn born_at(address: usize) -> Option<Note> {
    let (start, one) = around(address)?;
    (address >= start && address < start + one.size).then(|| notes(&one).swap_remove(0))
}

fn described(one: &Allocation) -> String {
    format!("{} of {} bytes", one.what, one.size)
}

fn notes(one: &Allocation) -> Vec<Note> {
    let born = Note::at("allocated here", one.born.clone());
    std::iter::once(born).chain(one.died.clone().map(|died| Note::at("freed here", died))).collect()
}

/// The allocation that an address is in or nearest to, with its start.
fn around(address: usize) -> Option<(usize, Allocation)> {
    let state = state();
    let before = state.by_start.range(..=address).next_back();
    let after = state.by_start.range(address..).next();
    let distance = |(start, one): (&usize, &Allocation)| {
        if address < *start { start - address } else { address.saturating_sub(start + one.size) }
    };
    const FAR: usize = 4 << 20;
    let near =
        |found: Option<(&usize, &Allocation)>| found.filter(|one| distance((one.0, one.1)) <= FAR).map(|(a, b)| (*a, b.clone()));
    match (near(before), near(after)) {
        (Some(a), Some(b)) => Some(if distance((&a.0, &a.1)) <= distance((&b.0, &b.1)) { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// What has not been freed: what it is, bytes, and where it was allocated.
pub(crate) fn alive() -> Vec<(&'static str, usize, Origin)> {
    let state = state();
    state
        .by_start
        .values()
        .filter(|one| one.died.is_none() && one.is_programs)
        .map(|one| (one.what, one.size, one.born.clone()))
        .collect()
}
