//! Executable statements that hold no others: assignment, `call`, `allocate`, jumps.

use super::cursor::Parser;
use super::expression::name_expr;
use crate::ast::{Allocate, Allocated, Arg, Call, Dim, Expr, ExprKind, Name, StmtKind, TypeSpec};
use crate::token::TokenKind;

impl Parser<'_> {
    /// The statement is `designator = ...` or `designator => ...`, whatever its first word is.
    pub(super) fn is_assignment(&self) -> bool {
        let mut at = self.at + 1;
        if self.peek() != TokenKind::Name {
            return false;
        }
        loop {
            match self.kind_at(at) {
                TokenKind::Open => match self.after_parens(at) {
                    Some(after) => at = after,
                    None => return false,
                },
                TokenKind::Percent if self.kind_at(at + 1) == TokenKind::Name => at += 2,
                TokenKind::Equals | TokenKind::Arrow => return true,
                _ => return false,
            }
        }
    }

    pub(super) fn assignment(&mut self) -> Option<StmtKind> {
        let target = self.designator()?;
        let points = self.peek() == TokenKind::Arrow;
        let equals = self.bump().span();
        let value = self.expression()?;
        Some(if points { StmtKind::Point { target, value } } else { StmtKind::Assign { target, equals, value } })
    }

    pub(super) fn call(&mut self) -> Option<StmtKind> {
        self.bump();
        let mut callee = self.designator_to_last_parens()?;
        let chevron = if self.peek() == TokenKind::LaunchOpen { Some(self.chevron(false)?) } else { None };
        let (mut args_span, mut args) = (None, Vec::new());
        if self.peek() == TokenKind::Open {
            let start = self.start();
            args = self.arguments()?;
            args_span = Some(self.since(start));
        } else if chevron.is_some() {
            return None;
        }
        self.eat(TokenKind::Comma);
        callee.span.end = callee.span.end.max(callee.span.start);
        Some(StmtKind::Call(Call { callee, chevron, args_span, args }))
    }

    /// What is called: a designator whose last parentheses, if they end the statement, are the arguments'.
    fn designator_to_last_parens(&mut self) -> Option<Expr> {
        let name = self.name()?;
        let mut callee = name_expr(&name);
        loop {
            let start = callee.span.start;
            let kind = match self.peek() {
                TokenKind::Percent => {
                    self.bump();
                    ExprKind::Member { base: Box::new(callee), name: self.name()? }
                }
                TokenKind::Open if self.after_parens(self.at).is_some_and(|at| self.kind_at(at) == TokenKind::Percent) => {
                    ExprKind::Apply { base: Box::new(callee), args: self.arguments()? }
                }
                _ => return Some(callee),
            };
            self.count_operator()?;
            callee = Expr { span: self.since(start), kind };
        }
    }

    pub(super) fn allocate(&mut self) -> Option<StmtKind> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let spec = self.allocated_type();
        let (mut objects, mut options) = (Vec::new(), Vec::new());
        loop {
            if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
                options.push(self.argument()?);
            } else {
                objects.push(self.allocated()?);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Close)?;
        Some(StmtKind::Allocate(Allocate { spec, objects, options }))
    }

    /// `real ::` before the objects.
    fn allocated_type(&mut self) -> Option<TypeSpec> {
        let at = self.at;
        let spec = self.type_spec().or_else(|| {
            self.at = at;
            self.derived_type_name()
        });
        if spec.is_some() && self.eat(TokenKind::Colons) {
            return spec;
        }
        self.at = at;
        None
    }

    /// `a%b(i)%c(0:n)`: the last parentheses are the shape.
    fn allocated(&mut self) -> Option<Allocated> {
        let start = self.start();
        let object = self.designator_to_last_parens()?;
        let dims: Vec<Dim> = if self.peek() == TokenKind::Open { self.dims()? } else { Vec::new() };
        if self.peek() == TokenKind::OpenBracket {
            self.at = self.after_parens(self.at)?;
        }
        Some(Allocated { span: self.since(start), object, dims })
    }

    pub(super) fn deallocate(&mut self) -> Option<StmtKind> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let (mut objects, mut options): (Vec<Expr>, Vec<Arg>) = (Vec::new(), Vec::new());
        loop {
            if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
                options.push(self.argument()?);
            } else {
                objects.push(self.designator()?);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Close)?;
        Some(StmtKind::Deallocate { objects, options })
    }

    pub(super) fn nullify(&mut self) -> Option<StmtKind> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let objects = self.list(Self::designator)?;
        self.expect(TokenKind::Close)?;
        Some(StmtKind::Nullify(objects))
    }

    /// The name after `cycle` or `exit`.
    pub(super) fn jump(&mut self, kind: fn(Option<Name>) -> StmtKind) -> Option<StmtKind> {
        self.bump();
        Some(kind(self.name()))
    }

    /// `goto 10`, `goto (10, 20), k`, whose words were read.
    pub(super) fn goto(&mut self) -> Option<StmtKind> {
        if self.eat(TokenKind::Open) {
            let labels = self.list(Self::label)?;
            self.expect(TokenKind::Close)?;
            self.eat(TokenKind::Comma);
            return Some(StmtKind::ComputedGoto { labels, value: self.expression()? });
        }
        let label = self.label()?;
        Some(StmtKind::Goto(label))
    }

    pub(super) fn label(&mut self) -> Option<u32> {
        let token = self.expect(TokenKind::Integer)?;
        self.key(token).parse().ok()
    }

    /// `stop`, `error stop`, whose words were read.
    pub(super) fn stop(&mut self, error: bool) -> Option<StmtKind> {
        let code = if matches!(self.peek(), TokenKind::End | TokenKind::Comma) { None } else { Some(self.expression()?) };
        // `quiet=` has no bearing on what is ported.
        if self.eat(TokenKind::Comma) {
            self.argument()?;
        }
        Some(StmtKind::Stop { error, code })
    }
}
