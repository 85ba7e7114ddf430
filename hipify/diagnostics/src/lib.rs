//! What is said about a user's file and what changes it: diagnostics, edits and the one applier, encodings, lines.
//!
//! No language is known here but by the names of files: the ports of C++, build files and Fortran share it.

mod apply;
mod diagnostic;
mod edit;
mod encoding;
mod line;
mod source;

pub use apply::{Overlap, apply, apply_with};
pub use diagnostic::{Code, Diagnostic, Level, Related};
pub use edit::{Applicability, Edit};
pub use encoding::{Encoding, encoding};
pub use line::LineIndex;
pub use source::{Language, Source, is_header, renamed};
