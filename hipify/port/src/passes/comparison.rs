//! Tests of macros in preprocessor conditions: whether one is defined, and comparisons of its value with a number.

use hipify_rules::GUARDS;
use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// The `defined` of `defined M` or `defined(M)`.
pub(super) fn defined_start(code: &Code<'_>, body: &Range<usize>, at: usize) -> Option<usize> {
    let before = at.checked_sub(1).filter(|i| body.contains(i))?;
    if code.is_word(before, b"defined") {
        return Some(before);
    }
    let first = before.checked_sub(1).filter(|i| body.contains(i))?;
    (code.is(before, b'(') && code.is_word(first, b"defined") && at + 1 < body.end && code.is(at + 1, b')')).then_some(first)
}

/// The compute capability that AMD GPUs count as.
pub(super) fn counted() -> u32 {
    GUARDS.iter().find(|guard| guard.cuda == "__CUDA_ARCH__").and_then(|guard| guard.value).unwrap_or(0)
}

/// Where a condition is one comparison of `__CUDA_ARCH__`, and besides asks whether it is defined: the operator and the number.
pub(super) fn arch_comparison(code: &Code<'_>, body: Range<usize>) -> Option<(&'static [u8], u32)> {
    let is_arch = |at: usize| code.is_word(at, b"__CUDA_ARCH__");
    let is_other = |at: usize| code.kind(at) == TokenKind::Identifier && !is_arch(at) && !code.is_word(at, b"defined");
    if body.clone().any(|at| is_other(at) || b"|!?".iter().any(|byte| code.is(at, *byte))) {
        return None;
    }
    let mut tests = body.clone().filter(|&at| is_arch(at) && defined_start(code, &body, at).is_none());
    let test = comparison(code, &body, tests.next()?).filter(|_| tests.next().is_none())?;
    (test.number != 0 && test.operator != b"==").then_some((test.operator, test.number))
}

/// `M op N` or `N op M`, as a test of the value of M.
pub(super) struct Comparison {
    pub(super) tokens: Range<usize>,
    pub(super) operator: &'static [u8],
    pub(super) number: u32,
}

const OPERATORS: &[&[u8]] = &[b">=", b"<=", b"==", b"!=", b">", b"<"];

pub(super) fn comparison(code: &Code<'_>, body: &Range<usize>, at: usize) -> Option<Comparison> {
    let ends = |i: usize| i == body.end || b")&|?:".iter().any(|b| code.is(i, *b));
    let starts = |i: usize| i == body.start || b"(&|?:!".iter().any(|b| code.is(i - 1, *b));
    if let Some((operator, after)) = operator_from(code, body, at + 1) {
        let number = (after < body.end).then(|| number_at(code, after)).flatten()?;
        let whole = starts(at) && ends(after + 1);
        return whole.then_some(Comparison { tokens: at..after + 1, operator, number });
    }
    for length in [2, 1] {
        let Some(first) = at.checked_sub(length + 1).filter(|i| body.contains(i)) else { continue };
        let Some((operator, after)) = operator_from(code, body, first + 1).filter(|(_, after)| *after == at) else { continue };
        debug_assert_eq!(after, at);
        let number = number_at(code, first)?;
        let whole = starts(first) && ends(at + 1);
        return whole.then_some(Comparison { tokens: first..at + 1, operator: mirrored(operator), number });
    }
    None
}

/// The comparison operator at `at` and the token after it.
fn operator_from(code: &Code<'_>, body: &Range<usize>, at: usize) -> Option<(&'static [u8], usize)> {
    if at >= body.end || code.kind(at) != TokenKind::Punctuation {
        return None;
    }
    let start = code.tokens[at].start as usize;
    let operator = OPERATORS.iter().find(|o| code.source[start..].starts_with(o))?;
    Some((operator, at + operator.len()))
}

fn mirrored(operator: &'static [u8]) -> &'static [u8] {
    match operator {
        b">=" => b"<=",
        b"<=" => b">=",
        b">" => b"<",
        b"<" => b">",
        same => same,
    }
}

fn number_at(code: &Code<'_>, at: usize) -> Option<u32> {
    let text = std::str::from_utf8(code.text(at)).ok()?;
    text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()
}

pub(super) fn holds(operator: &[u8], value: u32, number: u32) -> bool {
    match operator {
        b">=" => value >= number,
        b"<=" => value <= number,
        b">" => value > number,
        b"<" => value < number,
        b"==" => value == number,
        _ => value != number,
    }
}
