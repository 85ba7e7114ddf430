//! Heads of derived types and the bindings in them.

use super::cursor::Parser;
use super::statement::{Open, Part, TypeHead};
use crate::ast::Name;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `type, bind(c), extends(p) :: t`.
    pub(super) fn derived_type(&mut self) -> Option<Open> {
        self.bump();
        let (mut attributes, mut extends) = (Vec::new(), None);
        while self.eat(TokenKind::Comma) {
            if self.word() == "extends" && self.peek_nth(1) == TokenKind::Open {
                self.bump();
                self.bump();
                extends = Some(self.name()?);
                self.expect(TokenKind::Close)?;
            } else {
                attributes.push(self.attribute()?);
            }
        }
        self.eat(TokenKind::Colons);
        let name = self.name()?;
        self.skip_parens()?;
        Some(Open::Type(TypeHead { name, attributes, extends }))
    }

    /// `procedure(f), pointer :: p` is a component, not a binding.
    pub(super) fn is_procedure_component(&self, second: TokenKind) -> bool {
        if self.word() != "procedure" || second != TokenKind::Open {
            return false;
        }
        let mut at = self.at;
        loop {
            match self.kind_at(at) {
                TokenKind::End | TokenKind::Colons => return false,
                TokenKind::Name if self.key_at(at) == "pointer" => return true,
                _ => at += 1,
            }
        }
    }

    fn key_at(&self, at: usize) -> smol_str::SmolStr {
        self.word_nth(at - self.at)
    }

    /// `procedure, pass :: a => b, c`, `generic :: g => a, b`, `final :: f`.
    pub(super) fn bindings(&mut self) -> Option<Part> {
        let generic = self.word() == "generic";
        self.bump();
        self.skip_parens()?;
        while self.eat(TokenKind::Comma) {
            self.attribute()?;
        }
        self.eat(TokenKind::Colons);
        if generic {
            return self.generic();
        }
        self.list(Self::binding).map(Part::Bindings)
    }

    fn generic(&mut self) -> Option<Part> {
        let name = self.generic_spec()?;
        self.expect(TokenKind::Arrow)?;
        let specifics = self.list(Self::name)?;
        Some(Part::Bindings(specifics.into_iter().map(|specific| (name.clone(), specific)).collect()))
    }

    fn binding(&mut self) -> Option<(Name, Name)> {
        let name = self.name()?;
        let procedure = if self.eat(TokenKind::Arrow) { self.name()? } else { name.clone() };
        Some((name, procedure))
    }
}
