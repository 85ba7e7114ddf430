//! The first token of a text that has no line ends: its kind and its length in bytes.

use crate::ast::{BinaryOp as Op, Form};
use crate::token::TokenKind;

/// `text` is not empty and begins with no blank. A string's token is its quote alone.
pub(super) fn scan(text: &[u8], form: Form) -> (TokenKind, usize) {
    match text[0] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => (TokenKind::Name, name_end(text, 0)),
        b'0'..=b'9' => number(text, form),
        b'.' => dot(text, form),
        b'\'' | b'"' => (TokenKind::Text, 1),
        byte => punctuation(byte, text),
    }
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

fn name_end(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|b| is_name(**b)).count()
}

fn letters(text: &[u8], from: usize) -> usize {
    text.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

fn digits(text: &[u8], from: usize) -> usize {
    from + text.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count()
}

/// An integer or real constant with its kind.
fn number(text: &[u8], form: Form) -> (TokenKind, usize) {
    let mut len = digits(text, 0);
    let mut kind = TokenKind::Integer;
    if text.get(len) == Some(&b'.') && operator_after_dot(text, len, form).is_none() {
        kind = TokenKind::Real;
        len = digits(text, len + 1);
    }
    if let Some(exponent) = exponent(text, len) {
        kind = TokenKind::Real;
        len = exponent;
    }
    if text.get(len) == Some(&b'_') && text.get(len + 1).is_some_and(|b| is_name(*b)) {
        len = name_end(text, len);
    }
    (kind, len)
}

/// The word between the dot at `dot` and the dot that ends an operator, and the operator's end. In `1.eq.2` there is one, in
/// `1.e5` and `1.` none. Blanks mean nothing in fixed form.
fn operator_after_dot(text: &[u8], dot: usize, form: Form) -> Option<(&[u8], usize)> {
    let blanks = |from: usize| match form {
        Form::Fixed(_) => text.get(from..).unwrap_or_default().iter().take_while(|b| **b == b' ').count(),
        Form::Free => 0,
    };
    let start = dot + 1 + blanks(dot + 1);
    let end = start + letters(text, start);
    let close = end + blanks(end);
    (end > start && text.get(close) == Some(&b'.')).then(|| (&text[start..end], close + 1))
}

/// The end of the exponent that starts at `at`.
fn exponent(text: &[u8], at: usize) -> Option<usize> {
    if !matches!(text.get(at)?.to_ascii_lowercase(), b'e' | b'd' | b'q') {
        return None;
    }
    let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
    let end = digits(text, at + 1 + sign);
    (end > at + 1 + sign).then_some(end)
}

/// `.and.`, `.true._1`, `.op.`, `.5`.
fn dot(text: &[u8], form: Form) -> (TokenKind, usize) {
    if let Some((word, len)) = operator_after_dot(text, 0, form) {
        let kind = operator(word);
        let has_kind = matches!(kind, TokenKind::True | TokenKind::False) && text.get(len) == Some(&b'_');
        return (kind, if has_kind { name_end(text, len) } else { len });
    }
    if text.get(1).is_some_and(u8::is_ascii_digit) {
        return number(text, form);
    }
    // `a.b` is `a%b` to some compilers.
    (TokenKind::Other, 1)
}

fn operator(word: &[u8]) -> TokenKind {
    let mut buffer = [0u8; 6];
    let Some(lower) = buffer.get_mut(..word.len()) else { return TokenKind::Defined };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    match &*lower {
        b"eq" => TokenKind::Binary(Op::Eq),
        b"ne" => TokenKind::Binary(Op::Ne),
        b"lt" => TokenKind::Binary(Op::Lt),
        b"le" => TokenKind::Binary(Op::Le),
        b"gt" => TokenKind::Binary(Op::Gt),
        b"ge" => TokenKind::Binary(Op::Ge),
        b"and" => TokenKind::Binary(Op::And),
        b"or" => TokenKind::Binary(Op::Or),
        b"eqv" => TokenKind::Binary(Op::Eqv),
        b"neqv" | b"xor" => TokenKind::Binary(Op::Neqv),
        b"not" => TokenKind::Not,
        b"true" => TokenKind::True,
        b"false" => TokenKind::False,
        _ => TokenKind::Defined,
    }
}

fn punctuation(byte: u8, text: &[u8]) -> (TokenKind, usize) {
    let second = text.get(1).copied().unwrap_or(0);
    match (byte, second) {
        (b'<', b'<') if text.get(2) == Some(&b'<') => (TokenKind::LaunchOpen, 3),
        (b'>', b'>') if text.get(2) == Some(&b'>') => (TokenKind::LaunchClose, 3),
        (b'=', b'=') => (TokenKind::Binary(Op::Eq), 2),
        (b'=', b'>') => (TokenKind::Arrow, 2),
        (b'/', b'=') => (TokenKind::Binary(Op::Ne), 2),
        (b'/', b'/') => (TokenKind::Binary(Op::Concat), 2),
        (b'<', b'=') => (TokenKind::Binary(Op::Le), 2),
        (b'>', b'=') => (TokenKind::Binary(Op::Ge), 2),
        (b'*', b'*') => (TokenKind::Binary(Op::Pow), 2),
        (b':', b':') => (TokenKind::Colons, 2),
        _ => (single(byte), 1),
    }
}

fn single(byte: u8) -> TokenKind {
    match byte {
        b'(' => TokenKind::Open,
        b')' => TokenKind::Close,
        b'[' => TokenKind::OpenBracket,
        b']' => TokenKind::CloseBracket,
        b',' => TokenKind::Comma,
        b':' => TokenKind::Colon,
        b'=' => TokenKind::Equals,
        b'%' => TokenKind::Percent,
        b'+' => TokenKind::Binary(Op::Add),
        b'-' => TokenKind::Binary(Op::Sub),
        b'*' => TokenKind::Binary(Op::Mul),
        b'/' => TokenKind::Binary(Op::Div),
        b'<' => TokenKind::Binary(Op::Lt),
        b'>' => TokenKind::Binary(Op::Gt),
        _ => TokenKind::Other,
    }
}
