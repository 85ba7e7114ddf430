//! Where the comments of a Fortran file stand.

use crate::ast::Form;
use crate::lex::line::{self, Content, Line};
use std::ops::Range;

/// From `!` to the end of each line, outside of strings, and comment lines of fixed form; a directive such as `!$acc` is none,
/// and may have one.
pub fn comments(source: &[u8], form: Form) -> Vec<Range<usize>> {
    let mut quote = None;
    let mut found = Vec::new();
    for line in line::all(source, form) {
        let end = line.start + source[line.start..line.end].trim_ascii_end().len();
        let begin = begin(source, form, &line, &mut quote);
        found.extend(begin.map(|at| at..end.max(at)));
        // Only a line that goes on leaves a string open; in fixed form the next line says so, which few strings need.
        if begin.is_some() || !source[..end].ends_with(b"&") {
            quote = None;
        }
    }
    found
}

/// Whether a string that begins on the line goes on after it, so that no comment can stand there.
pub fn ends_in_string(line: &[u8], form: Form) -> bool {
    let mut quote = None;
    line::all(line, form).all(|line_read| begin(line, form, &line_read, &mut quote).is_none()) && quote.is_some()
}

/// Whether a line has nothing but blanks and a comment.
pub fn is_blank(line: &[u8], form: Form) -> bool {
    line::all(line, form).all(|read| match read.content {
        Content::Blank => true,
        Content::Comment(mark) => !is_directive(&line[mark..]),
        _ => false,
    })
}

/// Where the comment of a line begins; `quote` is the mark of the string that the line begins and ends in.
fn begin(source: &[u8], form: Form, line: &Line, quote: &mut Option<u8>) -> Option<usize> {
    let from = match line.content {
        _ if quote.is_some() => line.start,
        Content::Comment(mark) if is_directive(&source[mark..]) => mark + 2,
        Content::Comment(mark) => return Some(mark),
        Content::Blank | Content::Cpp(_) => return None,
        Content::Cuf { body, .. } | Content::Directive { body, .. } => body,
        Content::Initial { body, .. } | Content::Continuation { body } => body,
    };
    let from = from.min(line.end);
    in_text(&source[from..line.end], quote).map(|at| from + at).filter(|&at| form == Form::Free || at != line.start + 5)
}

/// What a byte of a line is in. The quote that opens a string counts as code, the one that ends it as the string's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Code,
    /// A string that this quote opened.
    Text(u8),
    Comment,
}

/// What each byte of a part of a line is in; `quote` as for [`begin`].
pub(crate) fn parts<'t>(text: &'t [u8], quote: &'t mut Option<u8>) -> impl Iterator<Item = Part> + 't {
    let mut in_comment = false;
    text.iter().enumerate().map(move |(at, &byte)| {
        let before = quote.map_or(Part::Code, Part::Text);
        match (*quote, byte) {
            _ if in_comment => return Part::Comment,
            (Some(open), _) if open == byte => *quote = None,
            (None, b'\'' | b'"') => *quote = Some(byte),
            (None, b'!') if !is_directive(&text[at..]) => {
                in_comment = true;
                return Part::Comment;
            }
            _ => {}
        }
        before
    })
}

/// Where a comment begins in a part of a line, outside of strings; `quote` as for [`begin`].
pub(crate) fn in_text(text: &[u8], quote: &mut Option<u8>) -> Option<usize> {
    parts(text, quote).position(|part| part == Part::Comment)
}

/// `!$acc`, `!$cuf`, `!$omp` and others of compilers, and the conditional `!@cuf`; in fixed form after another mark of a comment.
fn is_directive(text: &[u8]) -> bool {
    matches!(text, [_, b'$' | b'@', ..])
}
