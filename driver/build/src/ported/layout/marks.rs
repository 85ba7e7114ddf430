//! Where `#line` must stand, whichever branches of the conditionals are compiled.

use super::padded::Line;
use hipify_syntax::{Token, TokenKind, Tokens};

/// An open conditional.
struct Conditional {
    /// What clang's count is off by when no branch so far is compiled, and the open parentheses there.
    entry: Option<i64>,
    parentheses: usize,
    /// What it is off by at the end of the branches; `None` inside when they differ.
    ends: Option<Option<i64>>,
    has_else: bool,
}

/// Walks the text once, with what clang's line count may be in mind.
pub(super) struct Marks<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    comments: &'a [(u32, u32)],
    next: usize,
    next_comment: usize,
    conditionals: Vec<Conditional>,
    parentheses: usize,
    in_directive: bool,
    /// Clang's line less the physical line; `None` when it depends on which branch is compiled.
    off: Option<i64>,
    /// `#line` directives so far.
    emitted: i64,
    /// The source has `#line` directives of its own: its lines are no longer this file's.
    foreign: bool,
}

impl<'a> Marks<'a> {
    pub(super) fn new(text: &'a [u8], tokens: &'a Tokens) -> Self {
        Self {
            text,
            tokens: &tokens.tokens,
            comments: &tokens.comments,
            next: 0,
            next_comment: 0,
            conditionals: Vec::new(),
            parentheses: 0,
            in_directive: false,
            // Line 2 of the result is line 1, by the directive on top.
            off: Some(-1),
            emitted: 1,
            foreign: false,
        }
    }

    /// Offsets of line starts at which a `#line` goes, and its number.
    pub(super) fn run(mut self, lines: &[Line]) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            self.pass_tokens_before(line.start);
            let Some(origin) = line.origin.filter(|_| !self.foreign) else { continue };
            // The last line may be an empty one after the last line break.
            if line.start == self.text.len() {
                continue;
            }
            let wanted = |emitted: i64| origin as i64 - (number as i64 + 1 + emitted);
            if self.off != Some(wanted(self.emitted)) && self.may_stand_at(line.start) {
                places.push((line.start, origin));
                self.emitted += 1;
                self.off = Some(wanted(self.emitted));
            }
        }
        places
    }

    fn pass_tokens_before(&mut self, offset: usize) {
        while let Some(token) = self.tokens.get(self.next).filter(|token| (token.start as usize) < offset) {
            match token.kind {
                TokenKind::Hash => {
                    self.in_directive = true;
                    self.directive();
                }
                TokenKind::DirectiveEnd => self.in_directive = false,
                _ if token.in_directive => {}
                _ if token.is(b'(') => self.parentheses += 1,
                _ if token.is(b')') => self.parentheses = self.parentheses.saturating_sub(1),
                _ => {}
            }
            self.next += 1;
        }
    }

    fn directive(&mut self) {
        let Some(word) = self.tokens.get(self.next + 1) else { return };
        match &self.text[word.range()] {
            b"if" | b"ifdef" | b"ifndef" => self.conditionals.push(Conditional {
                entry: self.off,
                parentheses: self.parentheses,
                ends: None,
                has_else: false,
            }),
            word @ (b"else" | b"elif" | b"elifdef" | b"elifndef") => self.branch(word == b"else"),
            b"endif" => self.close(),
            b"line" => self.foreign = true,
            _ => self.foreign |= word.kind == TokenKind::Number,
        }
    }

    fn branch(&mut self, is_else: bool) {
        let Some(open) = self.conditionals.last_mut() else { return };
        open.end_branch(self.off);
        open.has_else |= is_else;
        self.off = open.entry;
        self.parentheses = open.parentheses;
    }

    fn close(&mut self) {
        let Some(mut open) = self.conditionals.pop() else { return };
        open.end_branch(self.off);
        if !open.has_else {
            open.end_branch(open.entry);
        }
        self.off = open.ends.flatten();
    }

    /// Whether a directive at the start of this line is one: not in a comment, a literal, a macro's continuation lines, or
    /// between parentheses, which may be a macro's.
    fn may_stand_at(&mut self, offset: usize) -> bool {
        while self.comments.get(self.next_comment).is_some_and(|comment| (comment.1 as usize) < offset) {
            self.next_comment += 1;
        }
        let in_comment = self.comments.get(self.next_comment).is_some_and(|comment| (comment.0 as usize) < offset);
        let in_token = self.next > 0 && self.tokens[self.next - 1].end as usize > offset;
        !self.in_directive && self.parentheses == 0 && !in_comment && !in_token && !self.is_spliced(offset)
    }

    fn is_spliced(&self, offset: usize) -> bool {
        let line = &self.text[..offset];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.trim_ascii_end().ends_with(b"\\") && !line[line.trim_ascii_end().len()..].contains(&b'\n')
    }
}

impl Conditional {
    fn end_branch(&mut self, off: Option<i64>) {
        self.ends = Some(match self.ends {
            None => off,
            Some(ends) if ends == off => off,
            Some(_) => None,
        });
    }
}
