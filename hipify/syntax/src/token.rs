//! Tokens of C++ and CUDA, as far as porting tells them apart.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Identifier,
    Number,
    /// A string literal with its prefix and quotes.
    String,
    /// A raw string literal with its prefix, delimiters and quotes.
    RawString,
    Character,
    /// `<...>` or `"..."` after `#include`, with its delimiters.
    HeaderName,
    /// The `#` that starts a directive.
    Hash,
    /// The end of a directive: an empty token before its line break, or at the end of the file.
    DirectiveEnd,
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// `##`
    Paste,
    /// `...`
    Ellipsis,
    /// Exactly three `<`: the start of a launch configuration.
    LaunchOpen,
    /// Any other punctuation: one byte.
    Punctuation,
}

/// A token: 12 bytes, so that a file's tokens stay in the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
    pub kind: TokenKind,
    /// The first byte; for punctuation, what it is.
    pub first: u8,
    /// Stands in a preprocessor directive.
    pub in_directive: bool,
    /// Holds a backslash-newline, so that its text is not its spelling.
    pub spliced: bool,
}

impl Token {
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether this is the punctuation `byte`.
    #[inline]
    pub fn is(&self, byte: u8) -> bool {
        self.kind == TokenKind::Punctuation && self.first == byte
    }
}

/// The tokens of a file, and where its comments are.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    pub tokens: Vec<Token>,
    /// Byte ranges of comments, with their delimiters, in source order.
    pub comments: Vec<(u32, u32)>,
    /// What does not end, by its byte offset: the rest of the file is read as part of it.
    pub unterminated: Vec<(u32, Unterminated)>,
}

/// Something whose end is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unterminated {
    /// A `/*` comment; it swallows the rest of the file.
    Comment,
    /// A raw string; it swallows the rest of the file.
    RawString,
    /// A string literal; it ends at its line.
    String,
}
