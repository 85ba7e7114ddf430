//! A file's name to how comments are written in it, and its bytes to where they stand.

use gpufort::ast::Form;
use hipify_diagnostics::Language;
use hipify_syntax::Tokens;
use std::ops::Range;
use std::path::Path;

/// How a file's comments are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Syntax {
    /// `//` and `/* */`.
    Cpp,
    /// `!`, and in fixed form a letter in the first column.
    Fortran(Form),
    /// `#`: build files and scripts.
    Hash,
}

impl Syntax {
    pub(crate) fn of(path: &str) -> Self {
        match Language::of(path) {
            Language::Cuda | Language::Cpp => Self::Cpp,
            Language::Fortran => Self::Fortran(gpufort::parse::form_of(Path::new(path))),
            _ => Self::Hash,
        }
    }

    /// The tokens of C++; none of other languages.
    pub(crate) fn lex(self, bytes: &[u8]) -> Tokens {
        if self == Self::Cpp { hipify_syntax::lex(bytes) } else { Tokens::default() }
    }

    /// Byte ranges of the comments; `lexed` is what [`Syntax::lex`] gave.
    pub(crate) fn comments(self, bytes: &[u8], lexed: &Tokens) -> Vec<Range<usize>> {
        match self {
            Self::Cpp => lexed.comments.iter().map(|&(start, end)| start as usize..end as usize).collect(),
            Self::Fortran(form) => fortran_comments(bytes, form),
            Self::Hash => hash_comments(bytes),
        }
    }

    /// Whether a string of Fortran goes on behind the line, so that no comment can stand there.
    pub(crate) fn ends_in_string(self, line: &[u8]) -> bool {
        let Self::Fortran(form) = self else { return false };
        let mut quote = None;
        comment_of(line, form, &mut quote).is_none() && quote.is_some()
    }

    /// Whether a line has nothing but blanks and a comment, in languages whose comments end with their line.
    pub(crate) fn is_blank(self, line: &[u8]) -> bool {
        let text = line.trim_ascii();
        let starts = |byte: u8| text.first().is_none_or(|first| *first == byte);
        match self {
            Self::Fortran(form) => starts(b'!') && !is_directive(text) || form == Form::Fixed && is_fixed_comment(line),
            Self::Cpp | Self::Hash => starts(b'#'),
        }
    }
}

/// From `#` to the end of each line.
fn hash_comments(bytes: &[u8]) -> Vec<Range<usize>> {
    let comment = |(start, line): (usize, &[u8])| {
        let end = start + line.trim_ascii_end().len();
        memchr::memchr(b'#', line).map(|at| start + at..end.max(start + at))
    };
    lines(bytes).filter_map(comment).collect()
}

/// From `!` to the end of each line, outside of strings; a directive such as `!$acc` is none, and may have one.
fn fortran_comments(bytes: &[u8], form: Form) -> Vec<Range<usize>> {
    let mut quote = None;
    let mut found = Vec::new();
    for (start, line) in lines(bytes) {
        let text = line.trim_ascii_end();
        let begin = if form == Form::Fixed && is_fixed_comment(text) { Some(0) } else { comment_of(text, form, &mut quote) };
        found.extend(begin.map(|at| start + at..start + text.len()));
        // Only a line that goes on leaves a string open; in fixed form the next line says so, which few strings need.
        if begin.is_some() || !text.ends_with(b"&") {
            quote = None;
        }
    }
    found
}

/// Where the comment of a line begins; `quote` is the mark of the string that the line begins and ends in.
fn comment_of(line: &[u8], form: Form, quote: &mut Option<u8>) -> Option<usize> {
    for (at, &byte) in line.iter().enumerate() {
        match (*quote, byte) {
            (Some(open), _) if open == byte => *quote = None,
            (None, b'\'' | b'"') => *quote = Some(byte),
            (None, b'!') if !(is_directive(&line[at..]) || form == Form::Fixed && at == 5) => return Some(at),
            _ => {}
        }
    }
    None
}

/// `!$acc`, `!$cuf`, `!$omp`, and the conditional `!@cuf`.
fn is_directive(text: &[u8]) -> bool {
    text.starts_with(b"!$") || text.starts_with(b"!@")
}

/// A letter or star in the first column, unless a directive follows it.
fn is_fixed_comment(line: &[u8]) -> bool {
    matches!(line, [b'c' | b'C' | b'*' | b'!', rest @ ..] if !rest.starts_with(b"$") && !rest.starts_with(b"@"))
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    bytes.split_inclusive(|byte| *byte == b'\n').map(move |line| {
        start += line.len();
        (start - line.len(), line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'t>(path: &str, text: &'t str) -> Vec<&'t str> {
        let syntax = Syntax::of(path);
        syntax.comments(text.as_bytes(), &syntax.lex(text.as_bytes())).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn fortrans_comments_are_no_strings_and_no_directives() {
        let text = "x = 1 ! one\ny = 'it''s ! no' ! two\n!$acc loop ! three\n!@cuf use cudafor\nz = 'a & \n  ! b' ! four\n";
        assert_eq!(texts("a.cuf", text), ["! one", "! two", "! three", "! four"]);
    }

    #[test]
    fn fixed_form_has_comments_by_column() {
        assert_eq!(texts("a.f", "c one\n     !x = 1\n      x = 2 ! two\nC$ACC LOOP\n* three\n"), ["c one", "! two", "* three"]);
    }

    #[test]
    fn a_line_with_a_comment_alone_is_blank() {
        let free = Syntax::of("a.f90");
        assert!(
            free.is_blank(b"  ! a\n") && free.is_blank(b"\n") && !free.is_blank(b"!$acc loop\n") && !free.is_blank(b"c = 1\n")
        );
        assert!(Syntax::of("a.f").is_blank(b"c = 1\n"));
    }
}
