//! Bytes of a file to tokens with ends of statements among them; continuation lines of both forms are read through, so that
//! every token knows its bytes in the file as it is.

mod directive;
pub(crate) mod line;
mod scan;
mod word;

use crate::ast::{CppLine, Form, Problem, Span};
use crate::token::{Lexed, Token, TokenKind, lower};
use line::{Content, Line, skip_blanks};

/// Reads `source` from the line at `next` on.
pub(crate) fn lex(source: &[u8], next: usize, form: Form) -> Lexed {
    let mut lexer = Lexer {
        source,
        form,
        pos: next,
        limit: next,
        next,
        end: next,
        start: next,
        directive: false,
        last: TokenKind::End,
        last_end: 0,
        out: Lexed::default(),
    };
    lexer.out.tokens.reserve(source.len() / 4);
    while lexer.next < source.len() {
        lexer.statement_line();
    }
    lexer.end_statement();
    if lexer.out.tokens.is_empty() {
        lexer.push(TokenKind::End, source.len(), source.len());
    }
    lexer.out
}

struct Lexer<'s> {
    source: &'s [u8],
    form: Form,
    pos: usize,
    /// The current line: its begin, where its statement field ends, where its text ends, and the begin of the next one.
    start: usize,
    limit: usize,
    end: usize,
    next: usize,
    /// The tokens are a `!$cuf` directive's.
    directive: bool,
    /// The last token that is not the preprocessor's.
    last: TokenKind,
    last_end: usize,
    out: Lexed,
}

impl Lexer<'_> {
    /// Reads the line at `self.next`, which starts a statement, and those that continue it.
    fn statement_line(&mut self) {
        let line = self.enter(self.next);
        match line.content {
            Content::Blank => {}
            Content::Comment(mark) => self.comment(mark),
            Content::Cpp(mark) => self.cpp_line(mark),
            Content::Cuf { mark, directive, body, .. } => self.cuf(mark, directive, body),
            Content::Directive { mark, word, body } => self.directive(mark, word, body),
            Content::Initial { label, body } => {
                if let Some(label) = label {
                    self.push(TokenKind::Integer, label.start as usize, label.end as usize);
                }
                self.pos = body;
                self.tokens();
            }
            Content::Continuation { body } => {
                self.pos = body;
                self.tokens();
            }
        }
    }

    fn enter(&mut self, at: usize) -> Line {
        let line = line::read(self.source, self.form, at);
        (self.start, self.limit, self.end, self.next) = (line.start, line.limit, line.end, line.next);
        line
    }

    fn cuf(&mut self, mark: Span, directive: bool, body: usize) {
        self.push(if directive { TokenKind::CufDirective } else { TokenKind::CufMark }, mark.start as usize, mark.end as usize);
        if !directive {
            self.out.marks.push(mark);
        }
        self.directive = directive;
        self.pos = body;
        self.tokens();
        self.directive = false;
    }

    fn comment(&mut self, mark: usize) {
        self.out.comments.push(Span { start: mark as u32, end: self.end as u32 });
        self.pos = self.limit;
    }

    /// A line of the preprocessor with those that a backslash continues it on.
    fn cpp_line(&mut self, mark: usize) {
        let in_statement = !self.at_statement_start();
        while self.source[..self.end].ends_with(b"\\") && self.next < self.source.len() {
            self.enter(self.next);
        }
        let text = &self.source[..self.end];
        let word = skip_blanks(text, mark + 1);
        let len = text[word.min(text.len())..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let rest = skip_blanks(text, word + len).min(self.end);
        self.out.cpp.push(CppLine {
            span: Span { start: mark as u32, end: self.end as u32 },
            keyword: lower(&text[word..word + len]),
            rest: Span { start: rest as u32, end: self.end as u32 },
        });
        self.push(TokenKind::Cpp, mark, self.end);
        if !in_statement {
            self.push(TokenKind::End, self.end, self.end);
        }
    }

    fn at_statement_start(&self) -> bool {
        self.last == TokenKind::End
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        if kind != TokenKind::Cpp {
            (self.last, self.last_end) = (kind, end);
        }
        self.out.tokens.push(Token { kind, start: start as u32, end: end as u32 });
    }

    fn end_statement(&mut self) {
        if !self.at_statement_start() {
            self.push(TokenKind::End, self.last_end, self.last_end);
        }
    }

    /// The tokens of a statement from `self.pos`, over its continuation lines.
    fn tokens(&mut self) {
        loop {
            self.pos = skip_blanks(&self.source[..self.limit], self.pos);
            if self.pos >= self.limit {
                if self.form.is_fixed() && self.cross().is_some() {
                    continue;
                }
                return self.end_statement();
            }
            let byte = self.source[self.pos];
            match byte {
                b'!' => self.comment(self.pos),
                b'&' if self.form == Form::Free => {
                    if !self.ampersand() {
                        return self.end_statement();
                    }
                }
                b';' => {
                    self.end_statement();
                    self.pos += 1;
                }
                _ => self.token(),
            }
        }
    }

    /// Goes on after a trailing `&`. `false`: there is no more of the statement.
    fn ampersand(&mut self) -> bool {
        let after = skip_blanks(&self.source[..self.limit], self.pos + 1);
        match self.source[..self.limit].get(after) {
            None => {}
            Some(b'!') => self.comment(after),
            Some(_) => {
                self.push(TokenKind::Other, self.pos, self.pos + 1);
                self.pos += 1;
                return true;
            }
        }
        let here = self.pos;
        let crossed = self.cross().is_some();
        if !crossed {
            self.problem(here.min(self.source.len()), self.limit, "nothing follows the continuation mark `&`");
        }
        crossed
    }

    /// Moves to the text of the line that continues the statement, if one does. The value tells whether a token that the line's
    /// end cut goes on there.
    fn cross(&mut self) -> Option<bool> {
        let (target, body) = self.continuation_after(self.next)?;
        while self.next < target {
            let line = self.enter(self.next);
            match line.content {
                Content::Comment(mark) | Content::Directive { mark, .. } => self.comment(mark),
                Content::Cuf { mark, .. } => self.comment(mark.start as usize),
                Content::Cpp(mark) => self.cpp_line(mark),
                _ => {}
            }
        }
        let line = self.enter(target);
        if let Content::Cuf { mark, directive: false, .. } = line.content {
            self.out.marks.push(mark);
        }
        self.pos = body.min(self.limit);
        if self.form.is_fixed() {
            return Some(true);
        }
        let text = skip_blanks(&self.source[..self.limit], body);
        let adjoins = self.source[..self.limit].get(text) == Some(&b'&');
        self.pos = text + usize::from(adjoins);
        Some(adjoins)
    }

    /// The begin of the line that continues the statement, and of its text.
    fn continuation_after(&self, mut at: usize) -> Option<(usize, usize)> {
        while at < self.source.len() {
            let line = line::read(self.source, self.form, at);
            match line.content {
                Content::Cuf { directive: true, body, continues, .. }
                    if self.directive && (self.form == Form::Free || continues) =>
                {
                    return Some((at, body));
                }
                Content::Blank | Content::Comment(_) if !self.directive => {}
                Content::Cpp(_) => {
                    let mut last = line;
                    while self.source[..last.end].ends_with(b"\\") && last.next < self.source.len() {
                        last = line::read(self.source, self.form, last.next);
                    }
                    at = last.next;
                    continue;
                }
                _ if self.directive => return None,
                Content::Cuf { directive: false, body, continues, .. } if self.form == Form::Free || continues => {
                    return Some((at, body));
                }
                Content::Initial { body, .. } if self.form == Form::Free => return Some((at, body)),
                Content::Continuation { body } => return Some((at, body)),
                Content::Cuf { .. } | Content::Directive { .. } if self.form == Form::Free => {}
                _ => return None,
            }
            at = line.next;
        }
        None
    }

    fn problem(&mut self, start: usize, end: usize, message: &str) {
        let span = Span { start: start as u32, end: end.max(start) as u32 };
        self.out.problems.push(Problem { span, message: message.to_owned() });
    }
}
