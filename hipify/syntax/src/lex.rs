//! Bytes of C++ or CUDA to tokens. Never fails: what is unterminated ends at its line or at the end of the file.

use crate::token::{Token, TokenKind, Tokens, Unterminated};

const SPACE: u8 = 1;
const IDENTIFIER: u8 = 2;
const DIGIT: u8 = 4;

/// What a byte may be part of. Bytes from 0x80 on count as identifier bytes: C++ allows UTF-8 names, and in any other
/// encoding they stand in comments and strings.
static CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => SPACE,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xFF => IDENTIFIER,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// The tokens of `source`, which must be shorter than 4 GiB; what lies after that is ignored.
pub fn lex(source: &[u8]) -> Tokens {
    let mut tokens = Tokens::default();
    lex_into(source, &mut tokens);
    tokens
}

/// [`lex`] into tokens whose memory is used again.
pub(crate) fn lex_into(source: &[u8], tokens: &mut Tokens) {
    tokens.tokens.clear();
    tokens.comments.clear();
    tokens.unterminated.clear();
    tokens.tokens.reserve(source.len() / 5);
    let source = &source[..source.len().min(u32::MAX as usize - 1)];
    let start = if source.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    Lexer { source, at: start, out: tokens, line_start: true, in_directive: false, include: Include::No }.run();
}

/// Whether a header name may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Include {
    No,
    /// Behind the `#`.
    Directive,
    /// Behind `#include`.
    Header,
}

struct Lexer<'a> {
    source: &'a [u8],
    at: usize,
    out: &'a mut Tokens,
    line_start: bool,
    in_directive: bool,
    include: Include,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(&byte) = self.source.get(self.at) {
            match CLASS[usize::from(byte)] {
                SPACE => self.at += 1,
                IDENTIFIER => self.word(),
                DIGIT => self.number(),
                _ => self.other(byte),
            }
        }
        if self.in_directive {
            self.push_at(self.at, self.at, TokenKind::DirectiveEnd, false);
        }
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn push_at(&mut self, start: usize, end: usize, kind: TokenKind, spliced: bool) {
        let first = self.source.get(start).copied().unwrap_or(0);
        self.line_start = false;
        self.out.tokens.push(Token {
            start: start as u32,
            end: end as u32,
            kind,
            first,
            in_directive: self.in_directive,
            spliced,
        });
    }

    fn push(&mut self, length: usize, kind: TokenKind) {
        self.push_at(self.at, self.at + length, kind, false);
        self.at += length;
    }

    /// Length of a backslash-newline at `at`; 0 if there is none.
    fn splice(&self, at: usize) -> usize {
        match self.source.get(at..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => 0,
        }
    }

    /// An identifier, a keyword, or a literal with a prefix.
    fn word(&mut self) {
        let start = self.at;
        let (end, spliced) = self.identifier_end(start);
        let next = self.source.get(end).copied().unwrap_or(0);
        if next == b'"' || next == b'\'' {
            match (&self.source[start..end], next) {
                (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => return self.raw_string(start, end),
                (b"L" | b"u" | b"U" | b"u8", b'"') => return self.quoted(start, end, b'"', TokenKind::String),
                (b"L" | b"u" | b"U" | b"u8", _) => return self.quoted(start, end, b'\'', TokenKind::Character),
                _ => {}
            }
        }
        self.at = end;
        self.push_at(start, end, TokenKind::Identifier, spliced);
        if self.include == Include::Directive {
            let include = matches!(&self.source[start..end], b"include" | b"include_next" | b"import");
            self.include = if include { Include::Header } else { Include::No };
        }
    }

    #[inline]
    fn identifier_end(&self, start: usize) -> (usize, bool) {
        let mut end = start;
        let mut spliced = false;
        loop {
            while self.source.get(end).is_some_and(|&b| CLASS[usize::from(b)] & (IDENTIFIER | DIGIT) != 0) {
                end += 1;
            }
            if self.source.get(end) != Some(&b'\\') {
                return (end, spliced);
            }
            let length = self.splice(end);
            let goes_on =
                length > 0 && self.source.get(end + length).is_some_and(|&b| CLASS[usize::from(b)] & (IDENTIFIER | DIGIT) != 0);
            if !goes_on {
                return (end, spliced);
            }
            end += length;
            spliced = true;
        }
    }

    /// A preprocessing number ([lex.ppnumber]), with digit separators.
    fn number(&mut self) {
        let start = self.at;
        let mut end = start + 1;
        while let Some(&byte) = self.source.get(end) {
            let previous = self.source[end - 1];
            let follows = self.source.get(end + 1).copied().unwrap_or(0);
            let part = CLASS[usize::from(byte)] & (IDENTIFIER | DIGIT) != 0
                || byte == b'.'
                || (matches!(byte, b'+' | b'-')
                    && matches!(previous, b'e' | b'E' | b'p' | b'P')
                    && !self.is_hex_e(start, previous))
                || (byte == b'\'' && CLASS[usize::from(follows)] & (IDENTIFIER | DIGIT) != 0);
            if !part {
                break;
            }
            end += 1;
        }
        self.at = end;
        self.push_at(start, end, TokenKind::Number, false);
    }

    /// `0xE+1` is one preprocessing number by the standard, but three tokens to every reader; `e` in hexadecimal is a digit.
    fn is_hex_e(&self, start: usize, previous: u8) -> bool {
        matches!(previous, b'e' | b'E') && matches!(self.source.get(start..start + 2), Some(b"0x" | b"0X"))
    }

    fn other(&mut self, byte: u8) {
        match byte {
            b'\n' => self.newline(),
            b'\\' => match self.splice(self.at) {
                0 => self.push(1, TokenKind::Punctuation),
                length => self.at += length,
            },
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'"' if self.include == Include::Header => self.header_name(b'"'),
            b'<' if self.include == Include::Header => self.header_name(b'>'),
            b'"' => self.quoted(self.at, self.at, b'"', TokenKind::String),
            b'\'' => self.quoted(self.at, self.at, b'\'', TokenKind::Character),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => self.push(3, TokenKind::Ellipsis),
            b':' if self.peek(1) == b':' => self.push(2, TokenKind::Scope),
            b'-' if self.peek(1) == b'>' => self.push(2, TokenKind::Arrow),
            b'<' => self.angles(),
            b'#' if self.line_start && !self.in_directive => {
                self.in_directive = true;
                self.include = Include::Directive;
                self.push(1, TokenKind::Hash);
            }
            b'#' if self.peek(1) == b'#' => self.push(2, TokenKind::Paste),
            _ => self.push(1, TokenKind::Punctuation),
        }
    }

    fn newline(&mut self) {
        if self.in_directive {
            let end = if self.at > 0 && self.source[self.at - 1] == b'\r' { self.at - 1 } else { self.at };
            self.push_at(end, end, TokenKind::DirectiveEnd, false);
            self.in_directive = false;
            self.include = Include::No;
        }
        self.line_start = true;
        self.at += 1;
    }

    /// Three `<` open a launch configuration, with blanks or continued lines between them too; more are a conflict marker, fewer are
    /// operators.
    fn angles(&mut self) {
        let run = self.source[self.at..].iter().take_while(|b| **b == b'<').count();
        let open = if run == 3 { Some(3) } else { self.parted_open(run) };
        if let Some(length) = open {
            return self.push(length, TokenKind::LaunchOpen);
        }
        for _ in 0..run {
            self.push(1, TokenKind::Punctuation);
        }
    }

    /// Length of `<< <` or `<\<newline><<`, of which the first `run` stand side by side. nvcc takes them for a launch; no other C++ has
    /// three `<` in a row but `operator<< <T>`.
    fn parted_open(&self, run: usize) -> Option<usize> {
        let after_operator = || {
            let last = self.out.tokens.last().filter(|token| token.kind == TokenKind::Identifier);
            last.is_some_and(|token| &self.source[token.range()] == b"operator")
        };
        if run > 2 || after_operator() {
            return None;
        }
        let (mut at, mut angles) = (self.at + run, run);
        while angles < 3 {
            match self.source.get(at)? {
                b'<' => (at, angles) = (at + 1, angles + 1),
                b' ' | b'\t' => at += 1,
                b'\\' if self.splice(at) > 0 => at += self.splice(at),
                _ => return None,
            }
        }
        (!matches!(self.source.get(at), Some(b'<' | b'='))).then_some(at - self.at)
    }

    fn line_comment(&mut self) {
        let start = self.at;
        loop {
            let Some(length) = memchr::memchr(b'\n', &self.source[self.at..]) else {
                self.at = self.source.len();
                break;
            };
            self.at += length;
            let before = &self.source[start..self.at];
            let continued = before.ends_with(b"\\") || before.ends_with(b"\\\r");
            if !continued {
                break;
            }
            self.at += 1;
        }
        let ends_in_return = self.at > start + 2 && self.at < self.source.len() && self.source[self.at - 1] == b'\r';
        self.at -= usize::from(ends_in_return);
        self.out.comments.push((start as u32, self.at as u32));
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let end = memchr::memmem::find(&self.source[start + 2..], b"*/");
        if end.is_none() {
            self.out.unterminated.push((start as u32, Unterminated::Comment));
        }
        self.at = end.map_or(self.source.len(), |length| start + 2 + length + 2);
        self.out.comments.push((start as u32, self.at as u32));
    }

    fn header_name(&mut self, close: u8) {
        let start = self.at;
        self.include = Include::No;
        let length = self.source[start + 1..].iter().position(|b| *b == close || *b == b'\n');
        match length {
            Some(length) if self.source[start + 1 + length] == close => self.push(length + 2, TokenKind::HeaderName),
            _ => self.push(1, TokenKind::Punctuation),
        }
    }

    /// A string or character literal whose quote stands at `quote`; ends at its line when unterminated.
    fn quoted(&mut self, start: usize, quote: usize, close: u8, kind: TokenKind) {
        let mut end = quote + 1;
        while let Some(found) = memchr::memchr3(close, b'\\', b'\n', &self.source[end.min(self.source.len())..]) {
            end += found;
            match self.source[end] {
                b'\\' => end += self.splice(end).max(2),
                b'\n' => break,
                _ => {
                    end += 1;
                    self.at = end;
                    return self.push_at(start, end, kind, false);
                }
            }
        }
        if self.source.get(end) != Some(&b'\n') {
            end = self.source.len();
        } else if end > quote + 1 && self.source[end - 1] == b'\r' {
            end -= 1;
        }
        // An apostrophe in prose (`#error don't`) and what stands in directives is common and harmless.
        if kind == TokenKind::String && !self.in_directive {
            self.out.unterminated.push((start as u32, Unterminated::String));
        }
        self.at = end;
        self.push_at(start, end, kind, false);
    }

    fn raw_string(&mut self, start: usize, quote: usize) {
        let body = &self.source[quote + 1..];
        // A delimiter has at most 16 characters ([lex.string]).
        let Some(open) = body.iter().take(17).position(|b| *b == b'(') else {
            return self.quoted(start, quote, b'"', TokenKind::String);
        };
        let mut close = Vec::with_capacity(open + 2);
        close.push(b')');
        close.extend_from_slice(&body[..open]);
        close.push(b'"');
        let end = memchr::memmem::find(&body[open..], &close);
        if end.is_none() {
            self.out.unterminated.push((start as u32, Unterminated::RawString));
        }
        self.at = end.map_or(self.source.len(), |at| quote + 1 + open + at + close.len());
        self.push_at(start, self.at, TokenKind::RawString, false);
    }
}

#[cfg(test)]
mod tests;
