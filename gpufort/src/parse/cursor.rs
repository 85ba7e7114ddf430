//! A place among the tokens of a file, and the steps that every parser takes from it.

use super::Macros;
use super::statement::{Line, Opened};
use crate::ast::{Name, Problem, Span};
use crate::token::{Lexed, Token, TokenKind, lower};
use smol_str::SmolStr;

/// Expressions and constructs nested deeper than this are not understood; stacks must bear what is.
const DEPTH: u32 = 128;
/// The most operators, subscripts and components that one statement may have: trees lean to the left by one level for each.
const OPERATORS: u32 = 1500;

pub(crate) struct Parser<'s> {
    pub(super) source: &'s [u8],
    pub(super) lexed: &'s Lexed,
    tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) problems: Vec<Problem>,
    /// Macros that the file defines.
    pub(super) macros: Macros,
    depth: u32,
    operators: u32,
    /// The constructs and units that are open, outermost first.
    pub(super) open: Vec<Opened>,
    /// A statement that was read and is somebody else's.
    pub(super) pending: Option<Line>,
    /// The label that just ended a loop, which may end those around it too, and its statement's span.
    pub(super) ended: Option<(u32, Span)>,
}

impl<'s> Parser<'s> {
    /// At the first of `tokens`. The last one ends a statement; one that does is added where it does not.
    pub(super) fn new(source: &'s [u8], lexed: &'s Lexed, mut tokens: Vec<Token>) -> Self {
        if tokens.last().is_none_or(|last| last.kind != TokenKind::End) {
            let end = tokens.last().map_or(0, |last| last.end);
            tokens.push(Token { kind: TokenKind::End, start: end, end });
        }
        let (problems, open) = (Vec::new(), Vec::new());
        Self {
            source,
            lexed,
            tokens,
            at: 0,
            problems,
            macros: Macros::default(),
            depth: 0,
            operators: 0,
            open,
            pending: None,
            ended: None,
        }
    }

    pub(super) fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }

    pub(super) fn at_file_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The current token; the file's last one when there is no more.
    pub(super) fn token(&self) -> Token {
        self.nth(0)
    }

    pub(super) fn nth(&self, n: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + n).min(last)]
    }

    pub(super) fn peek(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn peek_nth(&self, n: usize) -> TokenKind {
        self.nth(n).kind
    }

    /// Takes the current token; the end of the statement is not passed.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, kind: TokenKind) -> Option<Token> {
        (self.peek() == kind).then(|| self.bump())
    }

    /// The last token that was taken.
    pub(super) fn last(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(Span::at(0), |token| token.span())
    }

    /// From `start` to the last token that was taken.
    pub(super) fn since(&self, start: u32) -> Span {
        Span { start, end: self.last().end.max(start) }
    }

    pub(super) fn start(&self) -> u32 {
        self.token().start
    }

    pub(super) fn key(&self, token: Token) -> SmolStr {
        lower(self.lexed.text(self.source, token))
    }

    /// The current name in lower case; empty where there is none.
    pub(super) fn word(&self) -> SmolStr {
        self.word_nth(0)
    }

    pub(super) fn word_nth(&self, n: usize) -> SmolStr {
        let token = self.nth(n);
        if token.kind == TokenKind::Name { self.key(token) } else { SmolStr::default() }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn name(&mut self) -> Option<Name> {
        let token = self.expect(TokenKind::Name)?;
        Some(Name { key: self.key(token), span: token.span() })
    }

    /// One or more of `item`, separated by commas.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Some(items)
    }

    /// The position after the parenthesis that closes the one at `at`, if there is one in this statement.
    pub(super) fn after_parens(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0usize;
        loop {
            match self.tokens.get(at)?.kind {
                TokenKind::Open | TokenKind::OpenBracket => depth += 1,
                TokenKind::Close | TokenKind::CloseBracket => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                TokenKind::End => return None,
                _ => {}
            }
            at += 1;
        }
    }

    pub(super) fn kind_at(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    /// Goes to the end of the statement, and says how far its text reaches.
    pub(super) fn skip_statement(&mut self) -> Span {
        let start = self.start();
        while self.peek() != TokenKind::End {
            self.at += 1;
        }
        self.since(start)
    }

    pub(super) fn start_statement(&mut self) {
        (self.depth, self.operators) = (0, 0);
    }

    /// Runs `inner` one level deeper, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    /// Counts an operator of this statement.
    pub(super) fn count_operator(&mut self) -> Option<()> {
        self.operators += 1;
        (self.operators <= OPERATORS).then_some(())
    }

    /// Constructs are nested as deep as they may be.
    pub(super) fn too_deep(&self) -> bool {
        self.open.len() >= DEPTH as usize
    }

    pub(super) fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem { span, message: message.into() });
    }
}
