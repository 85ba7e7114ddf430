//! A file's name to how comments are written in it, and its bytes to where they stand.

use gpufort::ast::Form;
use hipify_diagnostics::Language;
use hipify_syntax::Tokens;
use std::ops::Range;
use std::path::Path;

/// How a file's comments are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// `//` and `/* */`.
    Cpp,
    /// `!`, and in fixed form a letter in the first column.
    Fortran(Form),
    /// `#`: build files and scripts.
    Hash,
}

impl Syntax {
    /// By the file's name.
    #[must_use]
    pub fn of(path: &str) -> Self {
        match Language::of(path) {
            Language::Cuda | Language::Cpp => Self::Cpp,
            Language::Fortran => Self::Fortran(gpufort::parse::form_of(Path::new(path))),
            _ => Self::Hash,
        }
    }

    /// The tokens of C++; none of other languages.
    pub fn lex(self, bytes: &[u8]) -> Tokens {
        if self == Self::Cpp { hipify_syntax::lex(bytes) } else { Tokens::default() }
    }

    /// Byte ranges of the comments; `lexed` is what [`Syntax::lex`] gave.
    pub fn comments(self, bytes: &[u8], lexed: &Tokens) -> Vec<Range<usize>> {
        match self {
            Self::Cpp => lexed.comments.iter().map(|&(start, end)| start as usize..end as usize).collect(),
            Self::Fortran(form) => gpufort::comments::comments(bytes, form),
            Self::Hash => hash_comments(bytes),
        }
    }

    /// Whether a string of Fortran continues after the line, so that no comment can stand there.
    pub fn ends_in_string(self, line: &[u8]) -> bool {
        matches!(self, Self::Fortran(form) if gpufort::comments::ends_in_string(line, form))
    }

    /// Whether a line has nothing but blanks and a comment, in languages whose comments end with their line.
    pub fn is_blank(self, line: &[u8]) -> bool {
        match self {
            Self::Fortran(form) => gpufort::comments::is_blank(line, form),
            Self::Cpp | Self::Hash => line.trim_ascii().first().is_none_or(|first| *first == b'#'),
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
