//! A name to the type that it is declared with, by the tokens before it.

use crate::file::File;
use hipify_syntax::{Code, TokenKind};

/// Tokens before a use that are looked at.
const FARTHEST: usize = 6_000;

/// Whether the nearest declaration before `at` of the name there gives it one of these types, or a container, pointer or
/// reference of it. `None`: the file declares no such name before.
pub(crate) fn has_type(file: &File<'_>, at: usize, types: &[&str]) -> Option<bool> {
    let code = &file.code;
    let name = code.text(at);
    let uses = (at.saturating_sub(FARTHEST)..at).rev().filter(|&i| code.kind(i) == TokenKind::Identifier && code.text(i) == name);
    uses.filter_map(|i| type_before(code, i))
        .next()
        .map(|(first, last)| (first..=last).any(|i| code.kind(i) == TokenKind::Identifier && types.contains(&file.text(i))))
}

/// The tokens of the type in front of a declared name.
fn type_before(code: &Code<'_>, name: usize) -> Option<(usize, usize)> {
    let mut last = code.previous(name)?;
    while code.is(last, b'*') || code.is(last, b'&') || code.is_word(last, b"const") {
        last = code.previous(last)?;
    }
    if code.is(last, b',') {
        return listed(code, last);
    }
    if code.is(last, b'>') {
        return Some((code.previous(code.template_open(last)?)?, last));
    }
    let is_type = code.kind(last) == TokenKind::Identifier && !NO_TYPES.contains(&code.text(last));
    is_type.then_some((last, last))
}

/// Words that stand before names that they do not declare.
const NO_TYPES: &[&[u8]] =
    &[b"return", b"case", b"goto", b"else", b"throw", b"new", b"delete", b"sizeof", b"typename", b"define"];

/// `T a, b;`: the type in front of the first name of the list.
fn listed(code: &Code<'_>, comma: usize) -> Option<(usize, usize)> {
    let mut first = comma;
    for _ in 0..60 {
        let before = code.previous(first)?;
        if b";{}".iter().any(|b| code.is(before, *b)) {
            let second = code.next(first)?;
            return (code.kind(first) == TokenKind::Identifier && code.kind(second) == TokenKind::Identifier)
                .then_some((first, first));
        }
        if code.is(before, b'(') {
            return None;
        }
        first = before;
    }
    None
}
