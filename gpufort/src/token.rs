//! The tokens of Fortran source, and the side tables that a lexer fills.

use crate::ast::{BinaryOp, CppLine, Directive, Problem, Span};
use smol_str::SmolStr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// The end of a statement: a line's end, or `;`.
    End,
    Name,
    Integer,
    Real,
    /// A string with its quotes.
    Text,
    /// `z'ff'`
    Boz,
    True,
    False,
    Not,
    Binary(BinaryOp),
    /// `.op.`
    Defined,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Colons,
    Equals,
    Arrow,
    Percent,
    /// `<<<`
    LaunchOpen,
    /// `>>>`
    LaunchClose,
    /// A line of the preprocessor; one between statements is followed by [`TokenKind::End`].
    Cpp,
    /// A directive other than `!$cuf`; its text is in [`Lexed::directives`].
    Directive,
    /// The mark `!$cuf` of a directive, whose words follow as tokens.
    CufDirective,
    /// The mark `!@cuf`, with a statement after it.
    CufMark,
    /// A byte that begins no token.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// What a file's bytes say, before statements are told apart.
#[derive(Default)]
pub(crate) struct Lexed {
    /// In order; the last is [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    pub(crate) cpp: Vec<CppLine>,
    pub(crate) comments: Vec<Span>,
    pub(crate) directives: Vec<Directive>,
    /// Each `!@cuf`, those of continuation lines included.
    pub(crate) marks: Vec<Span>,
    /// Texts of tokens that continue on a further line, by the token's start.
    pub(crate) split: Vec<(u32, Vec<u8>)>,
    pub(crate) problems: Vec<Problem>,
}

impl Lexed {
    /// The token's bytes without what a continuation puts among them.
    pub(crate) fn text<'a>(&'a self, source: &'a [u8], token: Token) -> &'a [u8] {
        match self.split.binary_search_by_key(&token.start, |(start, _)| *start) {
            Ok(found) => &self.split[found].1,
            Err(_) => &source[token.start as usize..token.end as usize],
        }
    }

    /// The line of the preprocessor that starts at `start`.
    pub(crate) fn cpp_at(&self, start: u32) -> Option<&CppLine> {
        let found = self.cpp.binary_search_by_key(&start, |line| line.span.start).ok()?;
        self.cpp.get(found)
    }
}

/// `bytes` in lower case. Bytes that are not UTF-8 become U+FFFD, which no name has.
pub(crate) fn lower(bytes: &[u8]) -> SmolStr {
    let mut buffer = [0u8; 64];
    match buffer.get_mut(..bytes.len()) {
        Some(space) => {
            space.copy_from_slice(bytes);
            space.make_ascii_lowercase();
            std::str::from_utf8(space).map_or_else(|_| SmolStr::new(String::from_utf8_lossy(space)), SmolStr::new)
        }
        None => SmolStr::new(String::from_utf8_lossy(bytes).to_ascii_lowercase()),
    }
}
