//! Calls between `ncclGroupStart` and `ncclGroupEnd` of a thread: they are begun together at the end.

use std::cell::RefCell;
use std::sync::Arc;

use super::communicator::Communicator;
use super::operation::Call;
use super::status::Status;
use crate::runtime::Stream;

/// Something that waits for other ranks, which one thread may have to do for several of them: on a thread each.
type Meeting = Box<dyn FnOnce() -> Result<(), Status> + Send>;

/// What a thread has gathered.
#[derive(Default)]
struct Gathered {
    depth: usize,
    /// The first call that was wrong: none is begun then.
    wrong: Option<Status>,
    meetings: Vec<Meeting>,
    calls: Vec<(Arc<Communicator>, Call, Stream)>,
}

thread_local! {
    static GATHERED: RefCell<Gathered> = RefCell::default();
}

/// Begins a group, within another or not.
pub(super) fn start() {
    GATHERED.with_borrow_mut(|gathered| gathered.depth += 1);
}

/// Ends a group, and begins what it has gathered where it is not within another.
///
/// # Errors
/// The first error of the group's calls; `Status::InvalidUsage` where no group was begun.
pub(super) fn end() -> Result<(), Status> {
    let ended = GATHERED.with_borrow_mut(|gathered| {
        gathered.depth = gathered.depth.checked_sub(1)?;
        Some(if gathered.depth == 0 { std::mem::take(gathered) } else { Gathered::default() })
    });
    // Of a group within another there is nothing to begin.
    let ended = ended.ok_or(Status::InvalidUsage)?;
    ended.wrong.map_or(Ok(()), Err)?;
    meet(ended.meetings)?;
    issue(ended.calls)
}

/// Does what waits for other ranks: now, or at the end of the thread's group.
///
/// # Errors
/// Its own.
pub(super) fn meeting(meeting: impl FnOnce() -> Result<(), Status> + Send + 'static) -> Result<(), Status> {
    let now = GATHERED.with_borrow_mut(|gathered| {
        if gathered.depth == 0 {
            return Some(meeting);
        }
        gathered.meetings.push(Box::new(meeting));
        None
    });
    now.map_or(Ok(()), |meeting| meeting())
}

/// Begins a call: now, or at the end of the thread's group.
///
/// # Errors
/// As of [`Communicator::issue`].
pub(super) fn call(communicator: Arc<Communicator>, call: Call, stream: Stream) -> Result<(), Status> {
    let now = GATHERED.with_borrow_mut(|gathered| {
        if gathered.depth == 0 {
            return Some((communicator, call));
        }
        gathered.calls.push((communicator, call, stream));
        None
    });
    now.map_or(Ok(()), |(communicator, call)| communicator.issue(vec![(call, stream)]))
}

/// Keeps in mind that a call of the thread's group was wrong.
pub(super) fn note(status: Status) {
    GATHERED.with_borrow_mut(|gathered| {
        if gathered.depth > 0 {
            gathered.wrong.get_or_insert(status);
        }
    });
}

fn meet(meetings: Vec<Meeting>) -> Result<(), Status> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = meetings.into_iter().map(|meeting| scope.spawn(meeting)).collect();
        let outcomes = threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Status::Internal)));
        outcomes.fold(Ok(()), Result::and)
    })
}

/// A communicator's calls, with the streams that they are for.
type OfOne = (Arc<Communicator>, Vec<(Call, Stream)>);

/// The calls of each communicator together, in the order of their first calls.
fn issue(calls: Vec<(Arc<Communicator>, Call, Stream)>) -> Result<(), Status> {
    let mut all: Vec<OfOne> = Vec::new();
    for (communicator, call, stream) in calls {
        match all.iter_mut().find(|(other, _)| Arc::ptr_eq(other, &communicator)) {
            Some((_, calls)) => calls.push((call, stream)),
            None => all.push((communicator, vec![(call, stream)])),
        }
    }
    all.into_iter().map(|(communicator, calls)| communicator.issue(calls)).fold(Ok(()), Result::and)
}
