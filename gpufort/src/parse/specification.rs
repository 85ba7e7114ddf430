//! Specification statements that declare no variable: `use`, `implicit`, `parameter`, `common`, `include`, `enumerator`.

use super::cursor::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Name, StmtKind, TypeSpec, Use};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn use_statement(&mut self) -> Option<StmtKind> {
        self.bump();
        let mut intrinsic = false;
        if self.eat(TokenKind::Comma) {
            intrinsic = self.name()?.key == "intrinsic";
        }
        self.eat(TokenKind::Colons);
        let module = self.name()?;
        let (mut only, mut names) = (false, Vec::new());
        if self.eat(TokenKind::Comma) {
            only = self.word() == "only" && self.peek_nth(1) == TokenKind::Colon;
            if only {
                self.bump();
                self.bump();
            }
            if self.peek() != TokenKind::End {
                names = self.list(Self::used_name)?;
            }
        }
        Some(StmtKind::Use(Use { module, intrinsic, only, names }))
    }

    fn used_name(&mut self) -> Option<(Name, Name)> {
        let local = self.generic_spec()?;
        let name = if self.eat(TokenKind::Arrow) { self.generic_spec()? } else { local.clone() };
        Some((local, name))
    }

    pub(super) fn implicit(&mut self) -> Option<StmtKind> {
        self.bump();
        let none = self.word() == "none";
        let letters = if none { Vec::new() } else { self.list(Self::implicit_rule)? };
        self.skip_statement();
        Some(StmtKind::Implicit { none, letters })
    }

    /// `real*8 (a-h, o-z)`
    fn implicit_rule(&mut self) -> Option<(TypeSpec, Vec<(u8, u8)>)> {
        let ends = |at: Option<usize>| at.is_some_and(|at| matches!(self.kind_at(at), TokenKind::Comma | TokenKind::End));
        let spec = if self.peek_nth(1) == TokenKind::Open && ends(self.after_parens(self.at + 1)) {
            self.type_without_kind()?
        } else {
            self.type_spec()?
        };
        self.expect(TokenKind::Open)?;
        let letters = self.list(Self::letters)?;
        self.expect(TokenKind::Close)?;
        Some((spec, letters))
    }

    /// `a-h`, or a letter alone.
    fn letters(&mut self) -> Option<(u8, u8)> {
        let first = *self.name()?.key.as_bytes().first()?;
        if !self.eat(TokenKind::Binary(BinaryOp::Sub)) {
            return Some((first, first));
        }
        Some((first, *self.name()?.key.as_bytes().first()?))
    }

    /// `common /a/ x, y(3), /b/ z`; the names of blocks are passed over.
    pub(super) fn common(&mut self) -> Option<StmtKind> {
        self.bump();
        let mut entities = Vec::new();
        while self.peek() != TokenKind::End {
            if self.eat(TokenKind::Binary(BinaryOp::Div)) {
                self.name();
                self.expect(TokenKind::Binary(BinaryOp::Div))?;
            } else {
                self.eat(TokenKind::Binary(BinaryOp::Concat));
            }
            entities.append(&mut self.list(Self::entity_without_value)?);
            self.eat(TokenKind::Comma);
        }
        Some(StmtKind::Common(entities))
    }

    /// `include 'x.inc'`
    pub(super) fn include(&mut self) -> Option<StmtKind> {
        self.bump();
        let ExprKind::Character(name) = self.expression()?.kind else { return None };
        Some(StmtKind::Include(name))
    }

    /// `parameter (n = 3, m = 4)`.
    pub(super) fn parameter(&mut self) -> Option<StmtKind> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let values = self.list(Self::named_value)?;
        self.expect(TokenKind::Close)?;
        Some(StmtKind::Parameter(values))
    }

    fn named_value(&mut self) -> Option<(Name, Expr)> {
        let name = self.name()?;
        self.expect(TokenKind::Equals)?;
        Some((name, self.expression()?))
    }

    /// `enumerator :: a = 1, b`.
    pub(super) fn enumerators(&mut self) -> Option<StmtKind> {
        self.bump();
        self.eat(TokenKind::Colons);
        self.list(Self::enumerator).map(StmtKind::Enum)
    }

    fn enumerator(&mut self) -> Option<(Name, Option<Expr>)> {
        let name = self.name()?;
        let value = if self.eat(TokenKind::Equals) { Some(self.expression()?) } else { None };
        Some((name, value))
    }
}
