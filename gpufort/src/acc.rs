//! OpenACC in Fortran to OpenMP for devices: each `!$acc` directive to the `!$omp` directive that does the same, the calls of its
//! runtime library to OpenMP's. Needs no syntax tree: directives, loops and the scalars that a loop assigns are read from lines.

mod clause;
mod declare;
mod directive;
mod layout;
mod lines;
mod nest;
mod runtime;
mod scalars;
mod translate;

use crate::ast::Form;
use hipify_diagnostics::{Code, Diagnostic, Edit, Level};
use std::ops::Range;

/// What becomes of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ported {
    pub edits: Vec<Edit>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Ports the directives of a file; one without any is left as it is. Never fails: what has no counterpart is reported and stays,
/// a comment to every compiler without OpenACC.
pub fn port(text: &str, fixed: bool) -> Ported {
    if !has_directives(text) {
        return Ported::default();
    }
    let items = lines::read(text, if fixed { Form::FIXED } else { Form::Free });
    let nest = nest::Nest::of(&items);
    let mut out = Output { ported: Ported::default(), fixed };
    translate::directives(&items, &nest, &mut out);
    declare::queues(text, &items, &mut out);
    runtime::names(text, &items, &mut out);
    out.ported.edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    out.ported.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    out.ported
}

/// Whether a line begins with the sentinel in either form.
pub fn has_directives(text: &str) -> bool {
    may_have_directives(text.as_bytes()) && [Form::Free, Form::FIXED].into_iter().any(|form| lines::has_directives(text, form))
}

/// A fast test on bytes of any encoding that errs on the side of yes.
pub(crate) fn may_have_directives(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'$', bytes).any(|at| bytes.get(at + 1..at + 4).is_some_and(|name| name.eq_ignore_ascii_case(b"acc")))
}

/// Where edits and what is said about them are gathered.
struct Output {
    ported: Ported,
    fixed: bool,
}

impl Output {
    fn replace(&mut self, span: Range<usize>, text: String) {
        self.ported.edits.push(Edit::replace(span, text));
    }

    /// Something that is translated in part: results stay right, and what was dropped is told.
    fn note(&mut self, span: &Range<usize>, message: String, help: &str) {
        self.say(Level::Note, span, message, help);
    }

    /// Something that is left for the programmer.
    fn refuse(&mut self, span: &Range<usize>, message: String, help: &str) {
        self.say(Level::Error, span, message, help);
    }

    fn say(&mut self, level: Level, span: &Range<usize>, message: String, help: &str) {
        let diagnostic = Diagnostic::new(Code::OPENACC, level, span.clone(), message).with_help(help);
        self.ported.diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests;
