//! What the port of a build file is asked for.

use hipify_rules::Choice;

/// What the user asked of the port of a build file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Library family and versions.
    pub choice: Choice,
    /// Sources are renamed from `.cu` to `.hip`.
    pub rename: bool,
    /// The file goes on building for CUDA, and builds for HIP by the option [`crate::BOTH_OPTION`].
    pub both: bool,
}
