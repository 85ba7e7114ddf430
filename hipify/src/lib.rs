//! CUDA C++ to HIP: bytes of a source file in, edits and diagnostics out.
//!
//! A stage is a function from values to values; nothing here reads or writes files. [`port`] finds the edits of one file,
//! [`apply`] makes the ported bytes of them; [`lint()`] finds what does
//! not work on AMD GPUs.

mod apply;
mod buildfile;
mod code;
mod diagnostic;
mod edit;
mod encoding;
mod lex;
mod line;
mod links;
pub mod lint;
mod lints;
mod options;
mod passes;
mod port;
mod source;
mod syntax;
mod token;
mod tree;

pub use apply::{Overlap, apply, apply_with};
pub use buildfile::nvcc;
pub use diagnostic::{Code, Diagnostic, Level, Related};
pub use edit::{Applicability, Edit};
pub use encoding::{Encoding, encoding};
pub use lex::lex;
pub use line::LineIndex;
pub use lint::{Finding, Fix, Linted, lint};
pub use options::{LaunchSyntax, Options};
pub use passes::{SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO};
pub use port::{Mention, Ported, Stats, port};
pub use source::{Language, Source, renamed};
pub use syntax::includes;
pub use token::{Kind, Token, Tokens, Unterminated};
pub use tree::Tree;
