//! Names, `.operators.` and strings, continued on further lines or not.

use super::Lexer;
use super::line::skip_blanks;
use crate::ast::{BinaryOp as Op, Form};
use crate::token::Kind;

impl Lexer<'_> {
    pub(super) fn word(&mut self) {
        let start = self.pos;
        let mut text = Vec::new();
        let mut from = start;
        loop {
            while self.pos < self.limit && is_name(self.source[self.pos]) {
                self.pos += 1;
            }
            let end = self.pos;
            if !self.token_goes_on(is_name) {
                break;
            }
            text.extend_from_slice(&self.source[from..end]);
            from = self.pos;
        }
        if !text.is_empty() {
            text.extend_from_slice(&self.source[from..self.pos]);
            self.out.split.push((start as u32, text));
        } else if self.pos == start + 1 && self.is_boz(start) {
            return self.string(start, Kind::Boz, vec![self.source[start]]);
        }
        self.push(Kind::Name, start, self.pos);
    }

    fn is_boz(&self, start: usize) -> bool {
        matches!(self.source[start].to_ascii_lowercase(), b'b' | b'o' | b'z' | b'x')
            && self.pos < self.limit
            && matches!(self.source[self.pos], b'\'' | b'"')
    }

    /// The token that stops at `self.pos` goes on with a character that `belongs` to it on a continuation line, to which the
    /// lexer then moved.
    fn token_goes_on(&mut self, belongs: fn(u8) -> bool) -> bool {
        let cut = match self.form {
            Form::Free => {
                self.pos < self.limit
                    && self.source[self.pos] == b'&'
                    && skip_blanks(&self.source[..self.limit], self.pos + 1) >= self.limit
            }
            Form::Fixed => self.pos == self.limit && self.pos == self.start + 72,
        };
        if !cut {
            return false;
        }
        let Some((target, body)) = self.continuation_after(self.next) else { return false };
        let line_end = memchr::memchr(b'\n', &self.source[body..]).map_or(self.source.len(), |at| body + at);
        let text = match self.form {
            Form::Fixed => body,
            Form::Free => skip_blanks(&self.source[..line_end], body) + 1,
        };
        let adjoins = self.form == Form::Fixed || self.source[..line_end].get(text - 1) == Some(&b'&');
        let goes_on = adjoins && self.source[..line_end].get(text).is_some_and(|b| belongs(*b)) && !self.cpp_between(target);
        goes_on && self.cross().is_some()
    }

    /// A line of the preprocessor stands between the current line and `target`: it decides what the text is.
    fn cpp_between(&self, target: usize) -> bool {
        self.source[self.next..target].split(|b| *b == b'\n').any(|line| line.trim_ascii_start().starts_with(b"#"))
    }

    /// `.and.`, `.true.`, `.op.`, `.5`.
    pub(super) fn dot(&mut self) {
        let rest = &self.source[self.pos..self.limit];
        let letters = rest[1..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        // Blanks mean nothing in fixed form.
        let blanks = if self.form == Form::Fixed { skip_blanks(rest, letters + 1) - letters - 1 } else { 0 };
        if letters > 0 && rest.get(letters + blanks + 1) == Some(&b'.') {
            let kind = operator(&rest[1..=letters]);
            let mut len = letters + blanks + 2;
            if matches!(kind, Kind::True | Kind::False) && rest.get(len) == Some(&b'_') {
                len += rest[len..].iter().take_while(|b| is_name(**b)).count();
            }
            self.push(kind, self.pos, self.pos + len);
            self.pos += len;
        } else if rest.get(1).is_some_and(u8::is_ascii_digit) {
            self.number();
        } else {
            // `a.b` is `a%b` to some compilers.
            self.push(Kind::Other, self.pos, self.pos + 1);
            self.pos += 1;
        }
    }

    /// A string whose token starts at `start`, its quote at `self.pos`. `text` holds what was read of a token that lines cut.
    pub(super) fn string(&mut self, start: usize, kind: Kind, mut text: Vec<u8>) {
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
        if self.form == Form::Free && self.source.get(self.pos) != Some(&b'&') {
            return false;
        }
        let belongs: fn(u8) -> bool = if quote == b'"' { |b| b == b'"' } else { |b| b == b'\'' };
        self.token_goes_on(belongs)
    }

    /// Where the string's text ends in this line when it goes on in the next.
    fn string_line_end(&self) -> Option<usize> {
        match self.form {
            Form::Fixed => Some(self.limit),
            Form::Free => {
                let trimmed = self.source[self.pos..self.limit].trim_ascii_end();
                trimmed.ends_with(b"&").then(|| self.pos + trimmed.len() - 1)
            }
        }
    }
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

fn operator(word: &[u8]) -> Kind {
    let mut buffer = [0u8; 6];
    let Some(lower) = buffer.get_mut(..word.len()) else { return Kind::Defined };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    match &*lower {
        b"eq" => Kind::Binary(Op::Eq),
        b"ne" => Kind::Binary(Op::Ne),
        b"lt" => Kind::Binary(Op::Lt),
        b"le" => Kind::Binary(Op::Le),
        b"gt" => Kind::Binary(Op::Gt),
        b"ge" => Kind::Binary(Op::Ge),
        b"and" => Kind::Binary(Op::And),
        b"or" => Kind::Binary(Op::Or),
        b"eqv" => Kind::Binary(Op::Eqv),
        b"neqv" | b"xor" => Kind::Binary(Op::Neqv),
        b"not" => Kind::Not,
        b"true" => Kind::True,
        b"false" => Kind::False,
        _ => Kind::Defined,
    }
}
