//! Integer and real constants with their kinds.

use super::Lexer;
use super::word::is_name;
use crate::token::Kind;

impl Lexer<'_> {
    pub(super) fn number(&mut self) {
        let text = &self.source[self.pos..self.limit];
        let mut len = digits(text, 0);
        let mut kind = Kind::Integer;
        if text.get(len) == Some(&b'.') && !dot_is_operator(&text[len + 1..]) {
            kind = Kind::Real;
            len = digits(text, len + 1);
        }
        if let Some(exponent) = exponent(text, len) {
            kind = Kind::Real;
            len = exponent;
        }
        if text.get(len) == Some(&b'_') && text.get(len + 1).is_some_and(|b| is_name(*b)) {
            len += text[len..].iter().take_while(|b| is_name(**b)).count();
        }
        self.push(kind, self.pos, self.pos + len);
        self.pos += len;
    }
}

fn digits(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|b| b.is_ascii_digit()).count()
}

/// In `1.eq.2` the dot is the operator's, in `1.e5` and `1.` the number's.
fn dot_is_operator(after: &[u8]) -> bool {
    let letters = after.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    letters > 0 && after.get(letters) == Some(&b'.')
}

/// The end of the exponent that starts at `at`.
fn exponent(text: &[u8], at: usize) -> Option<usize> {
    if !matches!(text.get(at)?.to_ascii_lowercase(), b'e' | b'd' | b'q') {
        return None;
    }
    let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
    let end = digits(text, (at + 1 + sign).min(text.len()));
    (end > at + 1 + sign).then_some(end)
}
