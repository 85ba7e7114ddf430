//! The statement around a token, and the edit that takes a call away.

use crate::file::File;
use hipify_diagnostics::Edit;
use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// Tokens to each side that are looked at: a bound for generated code.
const LONGEST: usize = 400;

/// First and last token of the statement that holds `at`, without the `{` or `}` at its sides.
pub(crate) fn around(code: &Code<'_>, at: usize) -> (usize, usize) {
    let mut first = at;
    for _ in 0..LONGEST {
        match code.previous(first).filter(|&i| !b";{}".iter().any(|b| code.is(i, *b))) {
            Some(before) => first = before,
            None => break,
        }
    }
    let mut last = at;
    for _ in 0..LONGEST {
        match code.next(last).filter(|&i| !code.is(last, b';') && !code.is(i, b'{') && !code.is(i, b'}')) {
            Some(next) => last = next,
            None => break,
        }
    }
    (first, last)
}

/// The name of the call among whose arguments `at` stands.
pub(crate) fn enclosing_call(code: &Code<'_>, at: usize) -> Option<usize> {
    let mut before = at;
    for _ in 0..LONGEST {
        before = code.previous(before)?;
        if b")]}".iter().any(|b| code.is(before, *b)) {
            before = code.open(before)?;
        } else if code.is(before, b'(') {
            return code.previous(before).filter(|&i| code.kind(i) == TokenKind::Identifier);
        } else if b";{".iter().any(|b| code.is(before, *b)) {
            return None;
        }
    }
    None
}

/// The edit that deletes the call from `first` to `close`, if it is a statement by itself; with its line where that has
/// nothing else.
pub(crate) fn delete_call(file: &File<'_>, first: usize, close: usize) -> Option<Edit> {
    let code = &file.code;
    let end = code.next(close).filter(|&i| code.is(i, b';'))?;
    let before = code.previous(first).filter(|&i| b";{}".iter().any(|b| code.is(i, *b)))?;
    (!code.tokens[before].in_directive).then(|| Edit::delete(whole_lines(code.source, code.span(first, end))))
}

/// The lines of the call from `first` to `close`, line break included, where it is a statement that shares them with nothing
/// but a comment after it.
pub(crate) fn own_lines(file: &File<'_>, first: usize, close: usize) -> Option<Range<usize>> {
    let (code, source) = (&file.code, file.code.source);
    let end = code.next(close).filter(|&i| code.is(i, b';') && !code.tokens[first].in_directive)?;
    let span = code.span(first, end);
    let start = source[..span.start].iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |i| i + 1);
    let tail = &source[span.end..];
    let tail = &tail[..memchr::memchr(b'\n', tail)?];
    let ends = tail.trim_ascii().is_empty() || tail.trim_ascii().starts_with(b"//");
    let starts = start == 0 || source[start - 1] == b'\n';
    (starts && ends && !tail.ends_with(b"\\")).then(|| start..span.end + tail.len() + 1)
}

/// The span with the blanks before it and the line break after it, where nothing else stands on its lines.
pub(crate) fn whole_lines(source: &[u8], span: Range<usize>) -> Range<usize> {
    let start = source[..span.start].iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |i| i + 1);
    let blanks = source[span.end..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    let end = span.end + blanks;
    let alone = (start == 0 || source[start - 1] == b'\n') && source.get(end) == Some(&b'\n');
    if alone { start..end + 1 } else { span }
}
