//! Bytes of a Fortran source file to its tree. Nothing fails: what is not understood is left as it is, with a problem that says why.

mod action;
mod block;
mod classify;
mod conditional;
mod construct;
mod cuf;
mod cursor;
mod declaration;
mod derived;
mod designator;
mod expression;
mod head;
mod io;
mod specification;
mod statement;
mod type_spec;
mod unit;

use crate::ast::{File, Form, Span};
use crate::lex::{lex, line};
pub(crate) use conditional::inactive;
use cursor::Parser;
use rustc_hash::FxHashMap;
use std::path::Path;

/// The macros that are defined at a place of a file, with their values.
type Macros = FxHashMap<String, String>;

/// Macros of the preprocessor that are defined before a file is read: name and value. `_CUDA` is among them in CUDA Fortran.
#[derive(Clone, Debug)]
pub struct Defines(pub Vec<(String, String)>);

impl Default for Defines {
    /// As the CUDA Fortran compiler has them.
    fn default() -> Self {
        Self(vec![("_CUDA".to_owned(), "1".to_owned())])
    }
}

/// The form that a file's extension stands for: fixed for `.f`, `.for`, `.ftn`, `.f77` and `.fpp` in any case.
pub fn form_of(path: &Path) -> Form {
    let extension = path.extension().map(|text| text.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("f" | "for" | "ftn" | "f77" | "fpp") => Form::FIXED,
        _ => Form::Free,
    }
}

/// Reads a file. Time is linear in its length.
pub fn parse(source: &[u8], form: Form, defines: &Defines) -> File {
    parse_from(source, line::first(source), form, defines)
}

/// Reads what stands from the line at `from` on.
pub(crate) fn parse_from(source: &[u8], from: usize, form: Form, defines: &Defines) -> File {
    let mut lexed = lex(source, from, form);
    let selected = conditional::select(source, &mut lexed, defines);
    let mut parser = Parser::new(source, &lexed, selected.tokens);
    parser.macros = selected.macros;
    let units = parser.units();
    let mut problems = std::mem::take(&mut parser.problems);
    problems.append(&mut lexed.problems);
    // What is switched off need not be Fortran.
    problems.retain(|problem| !is_inside(problem.span, &selected.inactive));
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    let (inactive, left_out) = (selected.inactive, selected.left_out);
    let end = source.len() as u32;
    let (cpp, comments, marks, included) = (lexed.cpp, lexed.comments, lexed.marks, Vec::new());
    File { form, units, cpp, comments, marks, inactive, left_out, problems, end, included }
}

/// `span` stands in one of `outer`, which are in order.
fn is_inside(span: Span, outer: &[Span]) -> bool {
    let after = outer.partition_point(|other| other.start <= span.start);
    after.checked_sub(1).is_some_and(|at| span.end <= outer[at].end)
}
