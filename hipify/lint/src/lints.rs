//! The lints, one a file; the build script finds the files and lists them.

use crate::Lint;

/// A lint and what its file says of it.
pub(crate) struct LintPage {
    pub(crate) lint: &'static Lint,
    /// The `//!` lines, as Markdown.
    pub(crate) page: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/lints.rs"));
