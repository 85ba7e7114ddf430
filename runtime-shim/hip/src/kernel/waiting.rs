//! Who waits where: the threads of a block by the places in the source at which they wait, for findings of the tool for synchronisation.

use std::ffi::CStr;
use std::sync::LazyLock;
use std::time::Duration;

use hipify_abi::{Context, DIVERGED, DONE, Kernel, Wait};

use crate::check::finding::{Finding, Note, Place};
use crate::check::{Tool, is_on, sink};
use crate::kernel::checked;
use crate::kernel::fault;
use crate::kernel::work_item;

/// How long threads may turn round in waits without anything changing before they count as stuck.
pub(super) fn patience() -> Duration {
    static SECONDS: LazyLock<u64> =
        LazyLock::new(|| std::env::var("HIPIFY_CHECK_PATIENCE").ok().and_then(|value| value.parse().ok()).unwrap_or(10));
    Duration::from_secs(*SECONDS)
}

/// Threads of one block that wait alike: in one state, or at one place.
struct Group<K> {
    what: K,
    threads: Vec<(u32, u32)>,
}

/// Threads of a block by what they wait in, in the order of their first.
fn groups<K: PartialEq>(waits: impl IntoIterator<Item = (u32, K)>) -> Vec<Group<K>> {
    let mut groups: Vec<Group<K>> = Vec::new();
    for (thread, what) in waits {
        let at = groups.iter().position(|group| group.what == what).unwrap_or_else(|| {
            groups.push(Group { what, threads: Vec::new() });
            groups.len() - 1
        });
        add(&mut groups[at].threads, thread);
    }
    groups
}

/// Adds a thread to those before it, in rows.
fn add(threads: &mut Vec<(u32, u32)>, thread: u32) {
    match threads.last_mut() {
        Some((_, last)) if *last + 1 == thread => *last = thread,
        _ => threads.push((thread, thread)),
    }
}

/// "threads 0 to 15, 32", of a block's linear numbers.
fn named(threads: &[(u32, u32)]) -> String {
    let word = if threads.len() == 1 && threads[0].0 == threads[0].1 { "thread" } else { "threads" };
    format!("{word} {}", rows_of(threads))
}

/// "0 to 15, 32"
fn rows_of(rows: &[(u32, u32)]) -> String {
    const MOST: usize = 4;
    let one = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    };
    let shown: Vec<String> = rows.iter().take(MOST).map(one).collect();
    let more: u32 = rows.iter().skip(MOST).map(|(first, last)| last - first + 1).sum();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

/// "16 to 31", of lanes that rise.
pub(super) fn lanes(lanes: impl Iterator<Item = u32>) -> String {
    let mut rows = Vec::new();
    lanes.for_each(|lane| add(&mut rows, lane));
    rows_of(&rows)
}

/// All of a block's threads with the states that they are in.
fn all(states: &[u16]) -> impl Iterator<Item = (u32, u16)> {
    (0..).zip(states.iter().copied())
}

/// Where the threads in a state wait, as [`hipify_abi::Kernel::places`] has it; empty where nothing is known.
pub(super) fn place_of(kernel: &Kernel, state: u16) -> String {
    if kernel.places.is_null() || u32::from(state) >= kernel.state_count {
        return String::new();
    }
    // SAFETY: the kernel has a C string for each of its states.
    unsafe { CStr::from_ptr(*kernel.places.add(state.into())) }.to_string_lossy().into_owned()
}

/// A note for each place at which these threads of a block wait, and one for those that have ended. `of`: what comes before "threads".
pub(super) fn picture(kernel: &Kernel, states: impl IntoIterator<Item = (u32, u16)>, of: &str) -> Vec<Note> {
    let one = |group: Group<u16>| {
        let threads = named(&group.threads);
        if u32::from(group.what) == DONE {
            return Note { label: format!("{of}{threads} ended"), calls: "".into(), site: None };
        }
        // SAFETY: the kernel has an element for each of its states.
        let what = match unsafe { *kernel.waits.add(group.what.into()) } {
            Wait::Entry => "have not begun",
            Wait::Barrier => "wait here for their block",
            Wait::Warp => "wait here for their warp",
            Wait::Grid => "wait here for the grid",
            Wait::Turn => "go round here until another thread writes",
        };
        Note { label: format!("{of}{threads} {what}"), calls: place_of(kernel, group.what).into(), site: None }
    };
    groups(states).into_iter().map(one).collect()
}

/// For programs that are checked: whole warps at barriers of their own are let go on by GPUs, and what the barriers order is left to chance.
pub(super) fn tell_barriers_of_block(kernel: &Kernel, states: &[u16], warp_size: usize) {
    let mut live = states.iter().enumerate().filter(|(_, state)| u32::from(**state) != DONE);
    let Some((first, state)) = live.next() else { return };
    if let Some((other, _)) = live.find(|(_, other)| *other != state) {
        let message = if first / warp_size == other / warp_size {
            format!("threads of one warp wait at different barriers: threads {first} and {other} of the block")
        } else {
            format!("warps of one block wait at different barriers: threads {first} and {other} of the block")
        };
        wrongly(kernel, states, "different-barriers", message);
    }
}

/// Everything is dropped before the kernel is left.
pub(super) fn tell_grid(kernel: &Kernel, states: &[u16]) {
    let message = "some threads wait for their block, others for the grid";
    wrongly(kernel, states, "barrier-and-grid", message.to_owned());
    fault::tell(message);
}

pub(super) fn tell_barriers(first: usize, other: usize) {
    fault::tell(&format!("threads of one warp wait at different barriers: threads {first} and {other} of the block"));
}

/// Threads of the block that runs on this thread of the system wait for others that do not come. The finding is where the first of them
/// waits, or, where that is not known, at the kernel's first line, where its entry point begins.
pub(super) fn wrongly(kernel: &Kernel, states: &[u16], kind: &'static str, message: String) {
    if !is_on(Tool::Sync) {
        return;
    }
    let place = checked::place(None).map(|place| Place { thread: None, ..place });
    tell(kernel, states, kind, message, place, picture(kernel, all(states), ""));
    checked::told();
}

fn tell(kernel: &Kernel, states: &[u16], kind: &'static str, message: String, place: Option<Place>, notes: Vec<Note>) {
    let first = states.iter().copied().find(|state| u32::from(*state) < DIVERGED);
    let calls = first.map(|state| place_of(kernel, state)).unwrap_or_default();
    let site = kernel.run.filter(|_| calls.is_empty()).map(|run| run as usize + 1);
    sink::report(Finding { tool: Tool::Sync, kind, message, site, place, calls, notes });
}

/// Blocks of a grid, with their contexts and the state that each is in as a whole, wait for what does not come. `place` is of the first that waits.
pub(super) fn blocks(
    kernel: &Kernel,
    alive: &[(&Context, u32)],
    place: Place,
    kind: &'static str,
    message: String,
    more: Vec<Note>,
) {
    const SHOWN: usize = 4;
    let states = |(context, state): &(&Context, u32)| -> Vec<u16> {
        match *state {
            // SAFETY: no kernel code runs in the block; the context has an element a thread.
            DIVERGED => unsafe { std::slice::from_raw_parts(context.states, context.threads as usize) }.to_vec(),
            state => vec![state as u16; context.threads as usize],
        }
    };
    let mut notes = Vec::new();
    for block in alive.iter().take(SHOWN) {
        let [x, y, z] = block.0.block_idx;
        notes.extend(picture(kernel, all(&states(block)), &format!("block ({x}, {y}, {z}): ")));
    }
    if alive.len() > SHOWN {
        let label = format!("{} blocks more wait", alive.len() - SHOWN);
        notes.push(Note { label, calls: "".into(), site: None });
    }
    notes.extend(more);
    let first = alive.first().map(states).unwrap_or_default();
    tell(kernel, &first, kind, message, Some(place), notes);
}

/// Threads on stacks of their own wait at different places: by what a halt has as its place, the return address of the wait.
pub(super) fn apart(places: &[Option<usize>]) {
    let waits = (0..).zip(places).filter_map(|(thread, place)| Some((thread, (*place)?)));
    let seen = groups(waits);
    if seen.len() < 2 || !is_on(Tool::Sync) || work_item::context().is_none() {
        return;
    }
    let note = |group: &Group<usize>| Note {
        label: format!("{} wait here for their block", named(&group.threads)),
        calls: "".into(),
        site: Some(group.what),
    };
    let place = checked::place(None).map(|place| Place { thread: None, ..place });
    let message = "threads of one block wait at different barriers".to_owned();
    let (site, notes) = (seen.first().map(|one| one.what), seen.iter().map(note).collect());
    sink::report(Finding { tool: Tool::Sync, kind: "different-barriers", message, site, place, calls: String::new(), notes });
    checked::told();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_named_in_rows() {
        let of = |states: &[u16]| groups(all(states)).iter().map(|group| named(&group.threads)).collect::<Vec<_>>();
        assert_eq!(of(&[1, 1, 2, 1]), ["threads 0 to 1, 3", "thread 2"]);
        let odd: Vec<u16> = (0..20).map(|thread| thread % 2).collect();
        assert_eq!(of(&odd)[0], "threads 0, 2, 4, 6 and 6 more");
    }
}
