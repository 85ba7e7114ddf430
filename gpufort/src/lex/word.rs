//! Tokens in their lines: those that a line's end cuts in two, and strings, which may go on over many lines.

use super::Lexer;
use super::line::{self, skip_blanks};
use super::scan::scan;
use crate::ast::{FixedForm, Form};
use crate::token::TokenKind;

impl Lexer<'_> {
    /// The token at `self.pos`.
    pub(super) fn token(&mut self) {
        let text = &self.source[self.pos..self.limit];
        let (kind, len) = scan(text, self.form);
        let (start, end) = (self.pos, self.pos + len);
        if self.may_be_cut(kind, text, end) && self.cut_token(if kind == TokenKind::Other { end + letters(text) } else { end }) {
            return;
        }
        let quote_follows = end < self.limit && matches!(self.source[end], b'\'' | b'"');
        self.pos = end;
        match kind {
            TokenKind::Text => {
                self.pos = start;
                self.string(start, TokenKind::Text, Vec::new());
            }
            TokenKind::Name if len == 1 && quote_follows && matches!(text[0].to_ascii_lowercase(), b'b' | b'o' | b'z' | b'x') => {
                self.string(start, TokenKind::Boz, vec![text[0]]);
            }
            _ => self.push(kind, start, end),
        }
        if kind == TokenKind::Name && len == 6 && self.is_format() {
            self.counted_characters();
        }
    }

    /// A format with characters that are counted (`3h '`), which no token fits: one token up to the line's end or its `&`.
    fn counted_characters(&mut self) {
        let rest = self.source[self.pos..self.limit].trim_ascii_end();
        if !rest.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1].eq_ignore_ascii_case(&b'h')) {
            return;
        }
        let rest = match self.form {
            Form::Free => rest.strip_suffix(b"&").unwrap_or(rest).len(),
            Form::Fixed(_) => rest.len(),
        };
        self.push(TokenKind::Other, self.pos, self.pos + rest);
        self.pos += rest;
    }

    /// The last token is the word of a `format` statement.
    fn is_format(&self) -> bool {
        let is = |n: usize, kind: TokenKind| self.out.tokens.iter().rev().nth(n).is_some_and(|token| token.kind == kind);
        let starts = self.out.tokens.len() == 2 || is(2, TokenKind::End);
        starts && is(1, TokenKind::Integer) && self.source[self.pos - 6..self.pos].eq_ignore_ascii_case(b"format")
    }

    /// The line ends right after the token, or before a dot's operator is complete.
    fn may_be_cut(&self, kind: TokenKind, text: &[u8], end: usize) -> bool {
        if kind == TokenKind::Text {
            return false;
        }
        let lone_dot = kind == TokenKind::Other && text[0] == b'.';
        match self.form {
            // An exponent or a kind may be cut as well: `1.0d` before `0`.
            Form::Fixed(_) => {
                let number = matches!(kind, TokenKind::Integer | TokenKind::Real) && self.limit - end <= 6;
                self.is_full(self.limit) && (end == self.limit || lone_dot || number)
            }
            Form::Free => lone_dot || (end < self.limit && self.source[end] == b'&'),
        }
    }

    /// The line of fixed form goes on to its last column, which is before `end`.
    fn is_full(&self, end: usize) -> bool {
        matches!(self.form, Form::Fixed(FixedForm { columns, .. }) if end == self.start + columns as usize)
    }

    /// Reads a token whose part in this line ends at `end` and which goes on in the next; `false`, and nothing read, where it does not.
    fn cut_token(&mut self, end: usize) -> bool {
        let line = &self.source[..self.limit];
        let cut = match self.form {
            Form::Fixed(_) => self.limit,
            Form::Free => end,
        };
        if self.form == Form::Free && (line.get(cut) != Some(&b'&') || skip_blanks(line, cut + 1) < self.limit) {
            return false;
        }
        let Some((at, limit)) = self.adjoining() else { return false };
        let start = self.pos;
        let first = cut - start;
        let mut joined = self.source[start..cut].to_vec();
        joined.extend_from_slice(&self.source[at..limit]);
        let (kind, len) = scan(&joined, self.form);
        if len <= first && kind != TokenKind::Text {
            self.push(kind, start, start + len);
            self.pos = start + len;
            return true;
        }
        if kind == TokenKind::Text || self.cross().is_none() {
            return false;
        }
        joined.truncate(len);
        self.pos = at + len - first;
        self.out.split.push((start as u32, joined));
        self.push(kind, start, self.pos);
        true
    }

    /// The text of the continuation line that adjoins this line's text: its place and its line's limit.
    fn adjoining(&self) -> Option<(usize, usize)> {
        let (target, body) = self.continuation_after(self.next)?;
        if self.cpp_between(target) {
            return None;
        }
        let limit = line::read(self.source, self.form, target).limit;
        if self.form.is_fixed() {
            return Some((body.min(limit), limit));
        }
        let text = skip_blanks(&self.source[..limit], body);
        (self.source[..limit].get(text) == Some(&b'&')).then_some((text + 1, limit))
    }

    /// A line of the preprocessor stands between the current line and `target`: it decides what the text is.
    fn cpp_between(&self, target: usize) -> bool {
        self.source[self.next..target].split(|b| *b == b'\n').any(|line| line.trim_ascii_start().starts_with(b"#"))
    }

    /// A string whose token starts at `start`, its quote at `self.pos`. `text` holds what was read of a token that lines cut.
    pub(super) fn string(&mut self, start: usize, kind: TokenKind, mut text: Vec<u8>) {
        let quote = self.source[self.pos];
        let mut from = self.pos;
        let mut split = false;
        self.pos += 1;
        loop {
            match memchr::memchr(quote, &self.source[self.pos..self.limit]) {
                Some(found) => {
                    self.pos += found + 1;
                    if self.pos < self.limit && self.source[self.pos] == quote {
                        self.pos += 1;
                        continue;
                    }
                    let stop = self.pos;
                    if !self.quote_follows(quote) {
                        break;
                    }
                    text.extend_from_slice(&self.source[from..stop]);
                    (from, split) = (self.pos, true);
                    self.pos += 1;
                }
                None => {
                    let stop = self.string_line_end();
                    let next = stop.filter(|_| self.next < self.source.len()).and_then(|stop| self.cross().map(|_| stop));
                    let Some(stop) = next else {
                        self.problem(start, self.limit, "the string has no closing quote");
                        self.pos = self.limit;
                        break;
                    };
                    text.extend_from_slice(&self.source[from..stop]);
                    from = self.pos;
                    split = true;
                }
            }
        }
        if split {
            text.extend_from_slice(&self.source[from..self.pos]);
            self.out.split.push((start as u32, text));
        }
        self.push(kind, start, self.pos);
    }

    /// A quote that ends its line is doubled by one that begins the continuation line, to which the lexer then moved.
    fn quote_follows(&mut self, quote: u8) -> bool {
        let line = &self.source[..self.limit];
        let cut = match self.form {
            Form::Fixed(_) => self.is_full(self.pos),
            Form::Free => line.get(self.pos) == Some(&b'&') && skip_blanks(line, self.pos + 1) >= self.limit,
        };
        let follows = cut && self.adjoining().is_some_and(|(at, limit)| self.source[..limit].get(at) == Some(&quote));
        follows && self.cross().is_some()
    }

    /// Where the string's text ends in this line when it goes on in the next.
    fn string_line_end(&self) -> Option<usize> {
        match self.form {
            Form::Fixed(_) => Some(self.limit),
            Form::Free => {
                let trimmed = self.source[self.pos..self.limit].trim_ascii_end();
                trimmed.ends_with(b"&").then(|| self.pos + trimmed.len() - 1)
            }
        }
    }
}

/// How many letters follow a dot.
fn letters(text: &[u8]) -> usize {
    text[1..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
}
