//! Launches by `<<<...>>>` that fail: they return nothing, so that an error is lost unless the program asks for the last one.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::check::finding::Finding;
use crate::check::{Tool, is_on, sink};
use crate::types::error::{MEANINGS, hipError_t};

/// Errors that nobody has asked for yet, by the threads of the host that launched.
static UNREAD: Mutex<Vec<(ThreadId, Finding)>> = Mutex::new(Vec::new());

thread_local! {
    /// The next launch of this thread is one of `<<<...>>>`.
    static COMES: Cell<bool> = const { Cell::new(false) };
}

fn unread() -> MutexGuard<'static, Vec<(ThreadId, Finding)>> {
    UNREAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A launch by `<<<...>>>` is about to be made.
pub(crate) fn comes() {
    if is_on(Tool::Api) {
        COMES.set(true);
    }
}

/// A launch was made. What became of it is noted where it returns to nobody.
pub(crate) fn ended(outcome: Result<(), hipError_t>) {
    if !is_on(Tool::Api) || !COMES.replace(false) {
        return;
    }
    let Err(error) = outcome else { return };
    let name = MEANINGS
        .iter()
        .find(|meaning| meaning.error == error)
        .map_or("an error".into(), |meaning| meaning.name.to_string_lossy());
    let message = format!("the launch fails with `{name}`, and nobody asks for the last error");
    unread().push((thread::current().id(), Finding::of_call(Tool::Api, "unread-launch-error", message)));
}

/// The thread's last error is asked for.
pub(crate) fn read() {
    if is_on(Tool::Api) {
        let reader = thread::current().id();
        unread().retain(|(thread, _)| *thread != reader);
    }
}

/// Reports what is left. To be called when the program ends.
pub(crate) fn report() {
    let left = std::mem::take(&mut *unread());
    left.into_iter().for_each(|(_, finding)| sink::report(finding));
}
