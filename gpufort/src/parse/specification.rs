//! Specification statements that declare no variable: `use`, `implicit`, `parameter`, `common`, `include`, `enumerator`.

use super::cursor::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Name, StmtKind, TypeSpec, Use};
use crate::token::Kind;

impl Parser<'_> {
    pub(super) fn use_statement(&mut self) -> Option<StmtKind> {
        self.bump();
        let mut intrinsic = false;
        if self.eat(Kind::Comma) {
            intrinsic = self.name()?.key == "intrinsic";
        }
        self.eat(Kind::Colons);
        let module = self.name()?;
        let (mut only, mut names) = (false, Vec::new());
        if self.eat(Kind::Comma) {
            only = self.word() == "only" && self.peek_nth(1) == Kind::Colon;
            if only {
                self.bump();
                self.bump();
            }
            if self.peek() != Kind::End {
                names = self.list(Self::used_name)?;
            }
        }
        Some(StmtKind::Use(Use { module, intrinsic, only, names }))
    }

    fn used_name(&mut self) -> Option<(Name, Name)> {
        let local = self.generic_spec()?;
        let name = if self.eat(Kind::Arrow) { self.generic_spec()? } else { local.clone() };
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
        let ends = |at: Option<usize>| at.is_some_and(|at| matches!(self.kind_at(at), Kind::Comma | Kind::End));
        let spec = if self.peek_nth(1) == Kind::Open && ends(self.after_parens(self.at + 1)) {
            self.type_without_kind()?
        } else {
            self.type_spec()?
        };
        self.expect(Kind::Open)?;
        let letters = self.list(Self::letters)?;
        self.expect(Kind::Close)?;
        Some((spec, letters))
    }

    /// `a-h`, or a letter alone.
    fn letters(&mut self) -> Option<(u8, u8)> {
        let first = *self.name()?.key.as_bytes().first()?;
        if !self.eat(Kind::Binary(BinaryOp::Sub)) {
            return Some((first, first));
        }
        Some((first, *self.name()?.key.as_bytes().first()?))
    }

    /// `common /a/ x, y(3), /b/ z`; the names of blocks are passed over.
    pub(super) fn common(&mut self) -> Option<StmtKind> {
        self.bump();
        let mut entities = Vec::new();
        while self.peek() != Kind::End {
            if self.eat(Kind::Binary(BinaryOp::Div)) {
                self.name();
                self.expect(Kind::Binary(BinaryOp::Div))?;
            } else {
                self.eat(Kind::Binary(BinaryOp::Concat));
            }
            entities.append(&mut self.list(Self::entity_without_value)?);
            self.eat(Kind::Comma);
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
        self.expect(Kind::Open)?;
        let values = self.list(Self::named_value)?;
        self.expect(Kind::Close)?;
        Some(StmtKind::Parameter(values))
    }

    fn named_value(&mut self) -> Option<(Name, Expr)> {
        let name = self.name()?;
        self.expect(Kind::Equals)?;
        Some((name, self.expression()?))
    }

    /// `enumerator :: a = 1, b`.
    pub(super) fn enumerators(&mut self) -> Option<StmtKind> {
        self.bump();
        self.eat(Kind::Colons);
        self.list(Self::enumerator).map(StmtKind::Enum)
    }

    fn enumerator(&mut self) -> Option<(Name, Option<Expr>)> {
        let name = self.name()?;
        let value = if self.eat(Kind::Equals) { Some(self.expression()?) } else { None };
        Some((name, value))
    }
}
