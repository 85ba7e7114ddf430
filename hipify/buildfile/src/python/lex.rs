//! Python text to names, string literals, brackets and other punctuation; comments are left out.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name,
    /// A string literal.
    Text,
    /// `(`, `[`, `{`.
    Open,
    Close,
    Other,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// With prefix and quotes.
    pub(super) span: Range<usize>,
    /// Without them.
    pub(super) inner: Range<usize>,
    /// The text of `inner`.
    pub(super) text: String,
    /// A literal that is neither formatted nor long nor holds a backslash.
    pub(super) is_plain: bool,
    /// The token ends a line outside of brackets.
    pub(super) ends_statement: bool,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, depth: 0, out: Vec::new() };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    depth: usize,
    out: Vec<Token>,
}

impl Lexer<'_> {
    fn step(&mut self) {
        let start = self.at;
        match self.bytes[start] {
            b'#' => self.skip_while(|b| b != b'\n'),
            b'\n' => {
                if let Some(last) = self.out.last_mut().filter(|_| self.depth == 0) {
                    last.ends_statement = true;
                }
                self.at += 1;
            }
            b if b.is_ascii_whitespace() || b == b'\\' => self.at += 1,
            b'"' | b'\'' => self.string(start),
            b if b.is_ascii_alphabetic() || b == b'_' || !b.is_ascii() => self.name(),
            b'(' | b'[' | b'{' => {
                self.depth += 1;
                self.at += 1;
                self.push(TokenKind::Open, start, start..self.at, true);
            }
            b')' | b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                self.at += 1;
                self.push(TokenKind::Close, start, start..self.at, true);
            }
            byte => {
                self.at += 1;
                if byte == b'+' && self.bytes.get(self.at) == Some(&b'=') {
                    self.at += 1;
                }
                self.push(TokenKind::Other, start, start..self.at, true);
            }
        }
    }

    /// A name, or a literal with a prefix such as `f` or `rb`.
    fn name(&mut self) {
        let start = self.at;
        self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_' || !b.is_ascii());
        let is_prefix = self.at - start <= 2 && self.text[start..self.at].bytes().all(|b| b"rRbBuUfF".contains(&b));
        if is_prefix && matches!(self.bytes.get(self.at), Some(b'"' | b'\'')) {
            return self.string(start);
        }
        self.push(TokenKind::Name, start, start..self.at, true);
    }

    /// At the quote; a literal that never ends is left out.
    fn string(&mut self, start: usize) {
        let quote = self.bytes[self.at];
        let is_long = self.bytes[self.at..].starts_with(&[quote; 3]);
        let width = if is_long { 3 } else { 1 };
        let open = self.at + width;
        let mut at = open;
        while at < self.bytes.len() && !self.bytes[at..].starts_with(&[quote, quote, quote][..width]) {
            if !is_long && self.bytes[at] == b'\n' {
                break;
            }
            at += if self.bytes[at] == b'\\' { 2 } else { 1 };
        }
        let closes = self.bytes.get(at) == Some(&quote);
        self.at = if closes { at + width } else { at.min(self.bytes.len()) };
        if closes {
            let has_prefix = self.text[start..open].contains(['f', 'F', 'b', 'B']);
            let is_plain = !is_long && !has_prefix && !self.text[open..at].contains('\\');
            self.push(TokenKind::Text, start, open..at, is_plain);
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize, inner: Range<usize>, is_plain: bool) {
        let text = self.text.get(inner.clone()).unwrap_or("").to_string();
        self.out.push(Token { kind, span: start..self.at, inner, text, is_plain, ends_statement: false });
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|b| wanted(*b)) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_names_and_comments_are_told_apart() {
        let found = tokens("a = ['b', f\"c\"]  # 'd'\n'''e\n'f'''");
        let texts: Vec<(&str, TokenKind)> = found.iter().map(|t| (t.text.as_str(), t.kind)).collect();
        assert_eq!(texts[0], ("a", TokenKind::Name));
        assert_eq!(texts[3], ("b", TokenKind::Text));
        assert_eq!(texts[5], ("c", TokenKind::Text));
        assert_eq!(texts[7], ("e\n'f", TokenKind::Text));
        assert!(found[6].ends_statement && !found[5].is_plain);
    }

    #[test]
    fn a_literal_that_never_ends_is_left_out() {
        assert!(tokens("'a\\").is_empty() && tokens("\"\"\"a\"").is_empty());
    }
}
