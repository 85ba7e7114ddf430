//! Directives that are not CUDA Fortran's: their text, continuation lines joined.

use super::Lexer;
use super::line::{self, Content, continues_directive, skip_blanks};
use crate::ast::{Directive, Form, Span};
use crate::token::{TokenKind, lower};

impl Lexer<'_> {
    /// A directive whose mark is at `mark`, its sentinel's word at `word` and its text at `body`.
    pub(super) fn directive(&mut self, mark: usize, word: Span, body: usize) {
        let sentinel = lower(word.of(self.source));
        let mut text = String::new();
        let mut goes_on = self.add_text(&mut text, body);
        while self.next < self.source.len() {
            let line = line::read(self.source, self.form, self.next);
            let Content::Directive { word, body, .. } = line.content else { break };
            let continues = if self.form.is_fixed() { continues_directive(self.source, body) } else { goes_on };
            if !continues || lower(word.of(self.source)) != sentinel {
                break;
            }
            self.enter(self.next);
            goes_on = self.add_text(&mut text, body);
        }
        let span = Span { start: mark as u32, end: self.end as u32 };
        self.out.directives.push(Directive { span, sentinel, text });
        self.push(TokenKind::Directive, mark, self.end);
        self.push(TokenKind::End, self.end, self.end);
    }

    /// Adds a line's text less its continuation marks; tells whether it ends with one.
    fn add_text(&mut self, text: &mut String, body: usize) -> bool {
        let mut from = skip_blanks(&self.source[..self.end], body.min(self.end));
        let marked = match self.form {
            Form::Free => self.source[..self.end].get(from) == Some(&b'&'),
            Form::Fixed(_) => from == body && continues_directive(self.source, body),
        };
        from += usize::from(marked && from < self.end);
        let mut line = self.source[from..self.end].trim_ascii();
        let goes_on = line.ends_with(b"&");
        line = line.strip_suffix(b"&").unwrap_or(line).trim_ascii();
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&String::from_utf8_lossy(line).to_ascii_lowercase());
        goes_on
    }
}
