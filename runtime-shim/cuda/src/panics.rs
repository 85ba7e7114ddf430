//! Panics of hand-written entries end at the C interface, in words.

use hipify_entry::panics;

use crate::answer::Answer;
use crate::entry::EntryPoint;

/// Runs an entry's body; a panic becomes the family's answer to what is not supported.
pub(crate) fn caught<R: Answer>(entry: &EntryPoint, body: impl FnOnce() -> R) -> R {
    let answer = panics::caught(&entry.name.to_string_lossy(), "the CUDA shim", body);
    answer.unwrap_or_else(|| R::of_status(entry.failed(entry.facts().not_supported)))
}
