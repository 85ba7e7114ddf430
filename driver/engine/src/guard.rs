//! Work on a file that may panic: the panic becomes a message, and the other files are worked on all the same.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics of the engine quiet: they are reported as findings.
pub(crate) fn hush_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(set_hook);
}

fn set_hook() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let inside = PANIC.with_borrow_mut(|slot| {
            let expected = slot.is_some();
            if expected {
                *slot = Some(info.to_string().replace('\n', ": "));
            }
            expected
        });
        if !inside {
            default(info);
        }
    }));
}

/// Runs `work`; a panic becomes its message.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    PANIC.set(Some(String::new()));
    let caught = catch_unwind(AssertUnwindSafe(work));
    let message = PANIC.take();
    caught.map_err(|_| message.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message_with_its_place() {
        hush_panics();
        let reason = guarded(|| -> () { panic!("out of luck") }).unwrap_err();
        assert!(reason.contains("out of luck") && reason.contains("guard.rs"), "{reason}");
    }
}
