//! Input and output statements.

use super::cursor::Parser;
use crate::ast::{Arg, ArgValue, StmtKind};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `print`, `write`, `read`, `open`, ...
    pub(super) fn io(&mut self) -> Option<StmtKind> {
        let keyword = self.word();
        self.bump();
        let parenthesised = self.peek() == TokenKind::Open && keyword != "print" && !self.format_in_parens(&keyword);
        let control = match () {
            () if parenthesised => self.arguments()?,
            () if self.peek() == TokenKind::End => Vec::new(),
            () => vec![self.format()?],
        };
        if !parenthesised && self.peek() != TokenKind::End {
            self.expect(TokenKind::Comma)?;
        }
        // Some compilers take a comma after the control list.
        self.eat(TokenKind::Comma);
        let items = if self.peek() == TokenKind::End { Vec::new() } else { self.list(Self::expression)? };
        Some(StmtKind::Io { keyword, control, items })
    }

    /// `read (fmt), a`: the parentheses are a format's, not a control list's.
    fn format_in_parens(&self, keyword: &str) -> bool {
        keyword == "read" && self.after_parens(self.at).is_some_and(|at| self.kind_at(at) == TokenKind::Comma)
    }

    fn format(&mut self) -> Option<Arg> {
        let start = self.start();
        let value = self.value_or_star()?;
        Some(Arg { span: self.since(start), keyword: None, value: ArgValue::Expr(value) })
    }
}
