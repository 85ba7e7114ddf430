//! What a program has not given back when it ends: memory, streams, events and the like, by the calls that made them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::calls::{self, Origin};
use crate::check::finding::Finding;
use crate::check::{Tool, allocations, is_on, sink};

/// Handles that are alive: by what they are and their addresses, the calls that made them.
type Alive = HashMap<(&'static str, usize), Arc<str>>;

fn alive() -> MutexGuard<'static, Alive> {
    static ALIVE: LazyLock<Mutex<Alive>> = LazyLock::new(Mutex::default);
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The program has made something that it is to destroy. Nothing happens where `what` is empty.
pub(crate) fn made(what: &'static str, handle: usize) {
    if !what.is_empty() && is_on(Tool::Leak) {
        alive().insert((what, handle), calls::backtrace().into());
    }
}

/// It has destroyed it.
pub(crate) fn destroyed(what: &'static str, handle: usize) {
    if !what.is_empty() && is_on(Tool::Leak) {
        alive().remove(&(what, handle));
    }
}

/// Reports what is left. To be called when the program ends.
pub(crate) fn report() {
    if !is_on(Tool::Leak) {
        return;
    }
    // Number and bytes by what and where.
    let mut left: BTreeMap<(&str, Origin), (u64, usize)> = BTreeMap::new();
    let mut add = |what, origin, bytes| {
        let entry = left.entry((what, origin)).or_default();
        *entry = (entry.0 + 1, entry.1 + bytes);
    };
    for (what, bytes, origin) in allocations::alive() {
        add(what, origin, bytes);
    }
    for ((what, _), calls) in alive().iter() {
        add(what, Origin { calls: calls.clone(), site: None }, 0);
    }
    for ((what, Origin { calls, site }), (count, bytes)) in left {
        // What libraries of the system and this one make for themselves is theirs.
        if calls.is_empty() && site.is_none() {
            continue;
        }
        let message = match (count, bytes) {
            (1, 0) => format!("{what} that is never destroyed"),
            (count, 0) => format!("{count} of {what} that are never destroyed"),
            (1, bytes) => format!("{bytes} bytes of {what} that are never freed"),
            (count, bytes) => format!("{bytes} bytes of {what} in {count} allocations that are never freed"),
        };
        let kind = if bytes > 0 { "memory" } else { "handle" };
        let finding = Finding { calls: calls.to_string(), site, ..Finding::of_call(Tool::Leak, kind, message) };
        sink::report(finding);
    }
}
