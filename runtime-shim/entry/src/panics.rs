//! Panics end at the C ABI, with a line on stderr that names the entry point.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Why and where this thread panicked last, where [`keep_quiet`] sees to panics.
    static REASON: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs what a caller of the C ABI asked for; `None` where it panicked, which is told. `inside` names the library: "the runtime".
pub fn caught<T>(what: &str, inside: &str, work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).inspect_err(|_| tell(what, inside)).ok()
}

fn tell(what: &str, inside: &str) {
    let reason = REASON.take().map(|reason| format!(": {reason}")).unwrap_or_default();
    eprintln!("hipify: `{what}` failed inside {inside}{reason}");
}

/// Lets panics be told by [`caught`] alone, in its words, where `is_own` says so of the place, `FILE:LINE:COLUMN`. To be called once.
///
/// Where the library is linked into a Rust program that program's panics keep their messages.
pub fn keep_quiet(is_own: impl Fn(&str) -> bool + Send + Sync + 'static) {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let payload = panic.payload();
        let formatted = payload.downcast_ref::<String>().map(String::as_str);
        let reason = formatted.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        REASON.set(Some(format!("{reason} ({place})")));
        if !is_own(&place) {
            usual(panic);
        }
    }));
}
