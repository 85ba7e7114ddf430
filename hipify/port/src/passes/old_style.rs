//! Functions of C as they were defined before prototypes, `int f(a, b) int a; char *b; { ... }`: what their parameters are named is
//! the user's own.

use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// Tokens between the list of parameters and the declaration of one that are looked at: a bound for generated code.
const LONGEST_DECLARATIONS: usize = 512;

/// The byte range in which the name at `at` is a parameter, if it stands in one of the declarations between the list of parameters
/// and the body: from the list to the end of the body.
pub(super) fn parameter_range(code: &Code<'_>, at: usize) -> Option<Range<usize>> {
    let close = list_before(code, at)?;
    let open = code.open(close)?;
    let is_named = code.kind(code.previous(open)?) == TokenKind::Identifier;
    let body = body_after(code, at)?;
    let end = code.close(body)?;
    let range = code.tokens[open].start as usize..code.tokens[end].end as usize;
    (is_named && lists(code, open, close, code.text(at))).then_some(range)
}

/// The `)` that only declarations stand between and `at`.
fn list_before(code: &Code<'_>, at: usize) -> Option<usize> {
    let mut before = at;
    for _ in 0..LONGEST_DECLARATIONS {
        before = code.previous(before)?;
        if code.is(before, b')') {
            return Some(before);
        }
        if code.is(before, b']') {
            before = code.open(before)?;
        } else if code.kind(before) != TokenKind::Identifier && !b"*,;".iter().any(|b| code.is(before, *b)) {
            return None;
        }
    }
    None
}

/// The `{` after the declaration that `at` stands in and those that follow it.
fn body_after(code: &Code<'_>, at: usize) -> Option<usize> {
    let mut last = at;
    for _ in 0..LONGEST_DECLARATIONS {
        let next = code.next(last)?;
        if code.is(next, b'{') {
            return code.is(last, b';').then_some(next);
        }
        if code.is(next, b'}') || code.is(next, b'=') {
            return None;
        }
        last = if code.is(next, b'(') || code.is(next, b'[') { code.close(next)? } else { next };
    }
    None
}

/// Whether the parentheses hold nothing but names, one of which is `name`.
fn lists(code: &Code<'_>, open: usize, close: usize, name: &[u8]) -> bool {
    let between = (open + 1..close).filter(|&i| !code.tokens[i].in_directive);
    let mut is_listed = false;
    for (number, i) in between.enumerate() {
        let is_right = if number % 2 == 0 { code.kind(i) == TokenKind::Identifier } else { code.is(i, b',') };
        if !is_right {
            return false;
        }
        is_listed |= code.text(i) == name;
    }
    is_listed
}
