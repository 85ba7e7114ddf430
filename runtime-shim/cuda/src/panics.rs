//! Panics of hand-written entries end at the C interface, in words.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::entry::{Answer, Entry};

/// Runs an entry's body; a panic becomes the family's answer to what is not supported.
pub(crate) fn caught<R: Answer>(entry: &Entry, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        eprintln!("hipify: `{}` failed inside the CUDA shim", entry.name.to_string_lossy());
        R::of_status(entry.failed(entry.facts().not_supported))
    })
}
