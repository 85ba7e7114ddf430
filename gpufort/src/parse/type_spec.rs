//! Types as they are written: `integer(8)`, `character(len=*)`, `type(t)`.

use super::cursor::Parser;
use crate::ast::{BinaryOp as Op, Expr, Length, TypeKind, TypeSpec};
use crate::token::TokenKind;

impl Parser<'_> {
    /// The type at hand; `None` where no type's word stands.
    pub(super) fn type_spec(&mut self) -> Option<TypeSpec> {
        let start = self.start();
        let word = self.word();
        let kind = match word.as_str() {
            "integer" => TypeKind::Integer(self.kind_after_word()?),
            "real" => TypeKind::Real(self.kind_after_word()?),
            "complex" => TypeKind::Complex(self.kind_after_word()?),
            "logical" => TypeKind::Logical(self.kind_after_word()?),
            "character" => self.character()?,
            "doubleprecision" => self.word_is(TypeKind::DoublePrecision),
            "doublecomplex" => self.word_is(TypeKind::DoubleComplex),
            "double" => self.double()?,
            "type" | "class" | "procedure" if self.peek_nth(1) == TokenKind::Open => self.type_in_parens(&word)?,
            _ => return None,
        };
        Some(TypeSpec { span: self.since(start), kind })
    }

    /// The type of a word alone, whatever parentheses follow.
    pub(super) fn type_without_kind(&mut self) -> Option<TypeSpec> {
        let kind = match self.word().as_str() {
            "integer" => TypeKind::Integer(None),
            "real" => TypeKind::Real(None),
            "complex" => TypeKind::Complex(None),
            "logical" => TypeKind::Logical(None),
            "character" => TypeKind::Character { len: None, kind: None },
            "doubleprecision" => TypeKind::DoublePrecision,
            "doublecomplex" => TypeKind::DoubleComplex,
            _ => return None,
        };
        Some(TypeSpec { span: self.bump().span(), kind })
    }

    /// A derived type's name, as in `[t :: a, b]` and `allocate(t :: x)`.
    pub(super) fn derived_type_name(&mut self) -> Option<TypeSpec> {
        let start = self.start();
        let name = self.name()?;
        self.skip_parens()?;
        Some(TypeSpec { span: self.since(start), kind: TypeKind::Type(name) })
    }

    fn word_is(&mut self, kind: TypeKind) -> TypeKind {
        self.bump();
        kind
    }

    fn double(&mut self) -> Option<TypeKind> {
        let kind = match self.word_nth(1).as_str() {
            "precision" => TypeKind::DoublePrecision,
            "complex" => TypeKind::DoubleComplex,
            _ => return None,
        };
        self.bump();
        self.bump();
        Some(kind)
    }

    /// The type's word, then `*8`, `(8)`, `(kind=8)` or nothing.
    fn kind_after_word(&mut self) -> Option<Option<Expr>> {
        self.bump();
        match self.peek() {
            TokenKind::Binary(Op::Mul) => {
                self.bump();
                self.expression_of_length().map(Some)
            }
            TokenKind::Open => {
                self.bump();
                if self.word() == "kind" && self.peek_nth(1) == TokenKind::Equals {
                    self.bump();
                    self.bump();
                }
                let kind = self.expression()?;
                self.expect(TokenKind::Close)?;
                Some(Some(kind))
            }
            _ => Some(None),
        }
    }

    /// Digits, or an expression in parentheses.
    fn expression_of_length(&mut self) -> Option<Expr> {
        if self.eat(TokenKind::Open) {
            let value = self.expression()?;
            self.expect(TokenKind::Close)?;
            return Some(value);
        }
        if self.peek() == TokenKind::Name {
            return self.name().map(|name| super::expression::name_expr(&name));
        }
        let token = self.expect(TokenKind::Integer)?;
        let kind = crate::ast::ExprKind::Integer { digits: self.key(token), kind: None };
        Some(Expr { span: token.span(), kind })
    }

    fn character(&mut self) -> Option<TypeKind> {
        self.bump();
        let (mut len, mut kind) = (None, None);
        if self.eat(TokenKind::Binary(Op::Mul)) {
            len = Some(self.length_after_star()?);
            // `character*8, a` has a comma that belongs to neither.
            if self.peek() == TokenKind::Comma
                && self.peek_nth(1) == TokenKind::Name
                && matches!(self.peek_nth(2), TokenKind::End)
            {
                self.bump();
            }
            return Some(TypeKind::Character { len, kind });
        }
        if !self.eat(TokenKind::Open) {
            return Some(TypeKind::Character { len, kind });
        }
        let mut position = 0;
        loop {
            let word = if self.peek_nth(1) == TokenKind::Equals { self.word() } else { Default::default() };
            if !word.is_empty() {
                self.bump();
                self.bump();
            }
            if word == "kind" || (word.is_empty() && position == 1) {
                kind = Some(self.expression()?);
            } else {
                len = Some(self.length()?);
            }
            position += 1;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Close)?;
        Some(TypeKind::Character { len, kind })
    }

    /// What stands after `*` in `character*8` and `c*(*)`.
    pub(super) fn length_after_star(&mut self) -> Option<Length> {
        // A name there is a macro's.
        if matches!(self.peek(), TokenKind::Integer | TokenKind::Name) {
            return self.expression_of_length().map(Length::Expr);
        }
        self.expect(TokenKind::Open)?;
        let length = self.length()?;
        self.expect(TokenKind::Close)?;
        Some(length)
    }

    fn length(&mut self) -> Option<Length> {
        match self.peek() {
            TokenKind::Binary(Op::Mul) => {
                self.bump();
                Some(Length::Assumed)
            }
            TokenKind::Colon => {
                self.bump();
                Some(Length::Deferred)
            }
            _ => self.expression().map(Length::Expr),
        }
    }

    fn type_in_parens(&mut self, word: &str) -> Option<TypeKind> {
        self.bump();
        self.bump();
        let inner = match self.peek() {
            TokenKind::Binary(Op::Mul) => {
                self.bump();
                // `type(*)` is of any type, as `class(*)` is.
                TypeKind::Class(None)
            }
            TokenKind::Close if word == "procedure" => TypeKind::Procedure(None),
            _ => self.named_or_intrinsic(word)?,
        };
        self.expect(TokenKind::Close)?;
        Some(inner)
    }

    fn named_or_intrinsic(&mut self, word: &str) -> Option<TypeKind> {
        let intrinsic = matches!(
            self.word().as_str(),
            "integer" | "real" | "complex" | "logical" | "character" | "doubleprecision" | "double"
        );
        if intrinsic {
            let spec = self.deeper(|parser| parser.type_spec())?;
            return Some(if word == "procedure" { TypeKind::Procedure(None) } else { spec.kind });
        }
        let name = self.name()?;
        self.skip_parens()?;
        Some(match word {
            "type" => TypeKind::Type(name),
            "class" => TypeKind::Class(Some(name)),
            _ => TypeKind::Procedure(Some(name)),
        })
    }

    /// Passes parentheses and all in them, where they stand.
    pub(super) fn skip_parens(&mut self) -> Option<()> {
        if self.peek() == TokenKind::Open {
            self.at = self.after_parens(self.at)?;
        }
        Some(())
    }
}
