//! CUDA C++ to HIP: bytes of a source file in, edits and diagnostics out.
//!
//! A stage is a function from values to values; nothing here reads or writes files. [`port`] finds the edits of one file, and
//! [`hipify_diagnostics::apply`] makes the ported bytes of them.

mod options;
mod passes;
mod port;
mod ported;

pub use options::{LaunchSyntax, Options};
pub use passes::{ACTIVE_LANES, ALL_LANES, SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO, asks_for_hip, launch_parts, run_over};
pub use port::{check_text, port};
pub use ported::{Mention, Ported, Stats};
