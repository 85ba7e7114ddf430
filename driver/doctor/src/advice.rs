//! What is missing or amiss, and what mends it.

use serde::Serialize;

/// One thing to mend.
#[derive(Serialize)]
pub(crate) struct Advice {
    pub(crate) fact: String,
    pub(crate) remedy: String,
}
