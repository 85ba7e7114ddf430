//! Designators, calls and their arguments: `a%b(i)%c`, `f(x, n=2)`, `a(1:n, :)`.

use super::cursor::Parser;
use super::expression::name_expr;
use crate::ast::{Arg, ArgValue, BinaryOp as Op, Chevron, ChevronArg, Expr, ExprKind};
use crate::token::TokenKind;

impl Parser<'_> {
    /// A name with what follows it.
    pub(super) fn designator(&mut self) -> Option<Expr> {
        let token = self.token();
        let next = self.nth(1);
        if next.kind == TokenKind::Text && next.start == token.end && self.key(token).ends_with('_') {
            return self.string_with_kind();
        }
        let name = self.name()?;
        self.parts_of(name_expr(&name))
    }

    /// `base` with the arguments and components after it.
    pub(super) fn parts_of(&mut self, mut base: Expr) -> Option<Expr> {
        loop {
            let start = base.span.start;
            let kind = match self.peek() {
                TokenKind::Open => ExprKind::Apply { base: Box::new(base), args: self.arguments()? },
                TokenKind::Percent => {
                    self.bump();
                    ExprKind::Member { base: Box::new(base), name: self.name()? }
                }
                _ => return Some(base),
            };
            self.count_operator()?;
            base = Expr { span: self.since(start), kind };
        }
    }

    /// A list of arguments in parentheses.
    pub(super) fn arguments(&mut self) -> Option<Vec<Arg>> {
        self.expect(TokenKind::Open)?;
        if self.eat(TokenKind::Close) {
            return Some(Vec::new());
        }
        let args = self.list(Self::argument)?;
        self.expect(TokenKind::Close)?;
        Some(args)
    }

    pub(super) fn argument(&mut self) -> Option<Arg> {
        let start = self.start();
        let keyword = if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
            let name = self.name()?;
            self.bump();
            Some(name)
        } else {
            None
        };
        let value = self.argument_value()?;
        Some(Arg { span: self.since(start), keyword, value })
    }

    /// An expression, a range, `*` or `*label`.
    pub(super) fn argument_value(&mut self) -> Option<ArgValue> {
        if self.peek() == TokenKind::Binary(Op::Mul) {
            let star = self.bump();
            if self.peek() == TokenKind::Integer {
                let label = self.bump();
                return self.key(label).parse().ok().map(ArgValue::Label);
            }
            return Some(ArgValue::Expr(Expr { span: star.span(), kind: ExprKind::Star }));
        }
        let lower = match self.peek() {
            TokenKind::Colon | TokenKind::Colons => None,
            _ => Some(self.expression()?),
        };
        match self.peek() {
            TokenKind::Colon => {
                self.bump();
                let upper = self.bound()?;
                let stride = if self.eat(TokenKind::Colon) { self.bound()? } else { None };
                Some(ArgValue::Section { lower, upper, stride })
            }
            TokenKind::Colons => {
                self.bump();
                Some(ArgValue::Section { lower, upper: None, stride: self.bound()? })
            }
            _ => lower.map(ArgValue::Expr),
        }
    }

    /// A bound of a range, which may be missing.
    fn bound(&mut self) -> Option<Option<Expr>> {
        match self.peek() {
            TokenKind::Colon | TokenKind::Comma | TokenKind::Close => Some(None),
            _ => self.expression().map(Some),
        }
    }

    /// `<<<grid, block, bytes, stream>>>`; `lists` where `(*, 8)` is two values, not a complex number.
    pub(super) fn chevron(&mut self, lists: bool) -> Option<Chevron> {
        let start = self.expect(TokenKind::LaunchOpen)?.start;
        let args = self.list(|parser| parser.chevron_argument(lists))?;
        self.expect(TokenKind::LaunchClose)?;
        Some(Chevron { span: self.since(start), args })
    }

    fn chevron_argument(&mut self, lists: bool) -> Option<ChevronArg> {
        let start = self.start();
        let keyword = if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
            let name = self.name()?;
            self.bump();
            Some(name)
        } else {
            None
        };
        let list = lists && self.peek() == TokenKind::Open && self.is_whole_argument();
        let values = if list {
            self.bump();
            let values = self.list(Self::value_or_star)?;
            self.expect(TokenKind::Close)?;
            values
        } else {
            vec![self.value_or_star()?]
        };
        Some(ChevronArg { span: self.since(start), keyword, values, list })
    }

    /// The parentheses at hand are all of a chevron's argument.
    fn is_whole_argument(&self) -> bool {
        let after = self.after_parens(self.at);
        after.is_some_and(|at| matches!(self.kind_at(at), TokenKind::Comma | TokenKind::LaunchClose))
    }

    pub(super) fn value_or_star(&mut self) -> Option<Expr> {
        if self.peek() == TokenKind::Binary(Op::Mul) {
            let star = self.bump();
            return Some(Expr { span: star.span(), kind: ExprKind::Star });
        }
        self.expression()
    }
}
