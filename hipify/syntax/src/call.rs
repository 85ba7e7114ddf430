//! A call of a function, by its tokens.

use crate::code::{Argument, Code};
use crate::token::TokenKind;

/// Words that may stand before a global name (`return ::cudaFree(p)`), and so qualify nothing.
#[rustfmt::skip]
pub const KEYWORDS: &[&[u8]] = &[
    b"return", b"else", b"do", b"case", b"throw", b"typename", b"new", b"delete", b"const", b"using", b"typedef", b"static",
    b"extern", b"inline", b"constexpr", b"volatile", b"sizeof", b"co_return", b"co_await", b"co_yield", b"and", b"or", b"not",
    b"friend", b"virtual", b"explicit", b"goto", b"enum", b"struct", b"class", b"union",
];

/// `name<template>(arguments)`.
#[derive(Clone, Debug)]
pub struct Call {
    /// The token of the name.
    pub name: usize,
    /// Template arguments between `<` and `>`; none where none are written.
    pub template: Vec<Argument>,
    /// The parenthesis that opens the arguments.
    pub open: usize,
    pub close: usize,
    pub arguments: Vec<Argument>,
}

impl Call {
    /// The call whose name stands at `name`, whatever stands before it.
    pub fn at(code: &Code<'_>, name: usize) -> Option<Self> {
        let mut open = code.next(name)?;
        let mut template = Vec::new();
        if code.is(open, b'<') {
            let close = code.template_close(open)?;
            template = code.split(open, close)?;
            open = code.next(close)?;
        }
        if !code.is(open, b'(') {
            return None;
        }
        let close = code.close(open)?;
        let arguments = code.split(open, close)?;
        Some(Self { name, template, open, close, arguments })
    }
}

/// Whether the name at `at` can mean the function of that name outside of all classes and namespaces.
pub fn is_free_name(code: &Code<'_>, at: usize) -> bool {
    let Some(before) = code.previous(at) else { return true };
    match code.kind(before) {
        TokenKind::Arrow => false,
        TokenKind::Scope => {
            code.previous(before).is_none_or(|i| code.kind(i) != TokenKind::Identifier || KEYWORDS.contains(&code.text(i)))
        }
        // `float __shfl_sync(...)` declares one.
        TokenKind::Identifier => code.tokens[at].in_directive || KEYWORDS.contains(&code.text(before)),
        _ => !code.is(before, b'.'),
    }
}
