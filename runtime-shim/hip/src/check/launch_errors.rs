//! Errors that nobody asks for. Launches by `<<<...>>>` return nothing, so that an error is lost unless the program asks for the last one;
//! of other calls that fail, who reads the findings sees in the source whether what they return is looked at.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::check::finding::Finding;
use crate::check::{Tool, is_on, sink};
use crate::entry::WATCH;
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
    let message = format!("the launch fails with `{}`, and nobody asks for the last error", name(error));
    unread().push((thread::current().id(), Finding::of_call(Tool::Api, "unread-launch-error", message)));
}

/// The error of a kernel's fault, which calls return from then on: the fault is what there is to tell.
static STUCK: AtomicU32 = AtomicU32::new(0);

/// A kernel's fault has left an error with the devices.
pub(crate) fn sticks(error: hipError_t) {
    STUCK.store(error.0, Ordering::Relaxed);
}

/// From now on, where calls are checked, it is known which of them fail.
pub(crate) fn begin() {
    if is_on(Tool::Api) {
        let _ = WATCH.set(returned);
    }
}

/// A call returns an error that becomes the thread's last one.
fn returned(error: hipError_t) {
    if STUCK.load(Ordering::Relaxed) != error.0 {
        let name = name(error);
        let message = format!("the call fails with `{name}`, and nobody looks at what it returns or asks for the last error");
        let finding = Finding::of_call(Tool::Api, "unread-error", message);
        // What is wrong with a call is told, and not that it says so itself.
        if !sink::tells_of(&finding.calls) {
            unread().push((thread::current().id(), finding));
        }
    }
}

fn name(error: hipError_t) -> std::borrow::Cow<'static, str> {
    let known = MEANINGS.iter().find(|meaning| meaning.error == error);
    known.map_or("an error".into(), |meaning| meaning.name.to_string_lossy())
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
