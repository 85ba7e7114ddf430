//! Specification statements that declare no variable: `use`, `implicit`, `parameter`, `enumerator`.

use super::cursor::Parser;
use crate::ast::{Expr, Name, StmtKind, Use};
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
        self.skip_statement();
        Some(StmtKind::Implicit { none })
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
