//! A `#define`, by its tokens.

use crate::code::Code;
use crate::token::TokenKind;
use std::ops::Range;

/// `#define name(parameters) body`.
#[allow(dead_code, reason = "what lints can be written with; no lint uses all of it")]
#[derive(Clone, Debug)]
pub struct Define {
    pub hash: usize,
    pub name: usize,
    /// The parentheses around the parameters of a function-like macro.
    pub parameters: Option<(usize, usize)>,
    /// Tokens of the body; may be empty.
    pub body: Range<usize>,
}

impl Define {
    /// The definition whose `#` stands at `hash`; `None` for other directives.
    pub fn at(code: &Code<'_>, hash: usize) -> Option<Self> {
        let (_, end) = code.directive(hash)?;
        let name = hash + 2;
        if name >= end || !code.is_word(hash + 1, b"define") || code.kind(name) != TokenKind::Identifier {
            return None;
        }
        let open = name + 1;
        let is_function = open < end && code.is(open, b'(') && code.tokens[open].start == code.tokens[name].end;
        let parameters = if is_function { code.close(open).map(|close| (open, close)) } else { None };
        let body = parameters.map_or(open, |(_, close)| close + 1)..end;
        Some(Self { hash, name, parameters, body })
    }
}

/// Whether the token is the name that a `#define` gives a meaning.
pub fn is_defined_name(code: &Code<'_>, at: usize) -> bool {
    at > 1 && code.is_word(at - 1, b"define") && code.kind(at - 2) == TokenKind::Hash
}
