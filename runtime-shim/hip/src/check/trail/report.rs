//! Two pieces of work that nothing orders to what is said of them. The finding is at the call of the later one, where an order is missing.

use super::{ATOMIC, Deed, Met, WRITE};
use crate::check::finding::{Finding, Note, Place};
use crate::check::order::{Ran, What};
use crate::check::{Tool, allocations, sink};
use crate::environment;
use crate::types::launch;

pub(super) fn tell(met: &Met) {
    let Met { now, before, address } = met;
    let is_later = now.piece.number() > before.piece.number();
    let (late, early) = if is_later { (now, before) } else { (before, now) };
    let is_code = |deed: &Deed| matches!(deed.piece.what, What::Host | What::Function);
    let kind = if is_code(late) || is_code(early) { "host" } else { "streams" };
    let remedy = if late.piece.is_hosts() || early.piece.is_hosts() {
        "wait for its stream or for an event first"
    } else {
        "let one wait for an event that is recorded after the other"
    };
    let what = match &late.piece.what {
        What::Kernel(_) => "this kernel",
        What::Copy => "this copy",
        What::Fill => "this fill",
        What::Free | What::Graph => "this call",
        What::Value => "this stream",
        What::Function => "this function of the host",
        What::Host => "the host",
    };
    let message = format!(
        "{what} {} memory that {} {}, and nothing orders the two: {remedy}",
        verb(late),
        early.piece.named(),
        verb(early)
    );
    let calls = if late.piece.is_hosts() { super::calls_of_host(late.site) } else { late.piece.calls.text() };
    let notes = [at_thread(late, "this"), at_thread(early, "the other"), called(early), allocations::born_at(*address)];
    sink::report(Finding {
        tool: Tool::Race,
        kind,
        message,
        site: None,
        place: place(late),
        calls,
        notes: notes.into_iter().flatten().collect(),
    });
}

fn verb(deed: &Deed) -> &'static str {
    match (&deed.piece.what, deed.how & ATOMIC != 0, deed.how & WRITE != 0) {
        (What::Free, ..) => "frees",
        (_, true, _) => "changes by atomic operations",
        (.., true) => "writes",
        (.., false) => "reads",
    }
}

/// Where in a kernel, or in a function of the host, something is done.
fn at_thread(deed: &Deed, which: &str) -> Option<Note> {
    let what = if deed.how & WRITE != 0 { "write" } else { "read" };
    let label = match (&deed.piece.what, place(deed)) {
        (What::Kernel(_), Some(place)) => {
            let [block, thread] = [place.block, place.thread.unwrap_or_default()].map(|[x, y, z]| format!("({x}, {y}, {z})"));
            format!("{which} {what} is here, by block {block}, thread {thread}")
        }
        (What::Function, _) => format!("{which} {what} is here"),
        _ => return None,
    };
    Some(Note { label, calls: "".into(), site: Some(deed.site) })
}

/// Which call has asked for a piece of work, or where the host did something.
fn called(deed: &Deed) -> Option<Note> {
    if deed.piece.is_hosts() {
        return Some(Note { label: "by the host here".to_owned(), calls: "".into(), site: Some(deed.site) });
    }
    deed.piece.asked_for()
}

fn place(deed: &Deed) -> Option<Place> {
    let What::Kernel(Ran { name, grid, block: extent, launched }) = &deed.piece.what else { return None };
    let (block, thread) = deed.thread;
    Some(Place {
        kernel: name.clone(),
        launch: launched.as_ref().map_or(0, |launched| launched.number()),
        calls: launched.as_ref().map_or_else(|| "".into(), |launched| launched.calls().clone()),
        block: launch::place(block, *grid),
        thread: Some(launch::place(thread.into(), *extent)),
        lane: thread % environment::wave_size(),
    })
}
