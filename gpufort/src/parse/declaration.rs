//! Declarations: attributes, names with their dimensions, initial values.

use super::cursor::Parser;
use super::expression::opaque;
use crate::ast::{
    Attribute, AttributeKind as Is, BinaryOp as Op, Bind, Declare, Dim, Entity, Init, Length, Name, Span, StmtKind,
};
use crate::token::TokenKind;
use smol_str::SmolStr;

/// The dimensions after a name, with the parentheses' span.
type Shape = Option<(Span, Vec<Dim>)>;

impl Parser<'_> {
    /// `real, device :: a(n)`.
    pub(super) fn declare(&mut self) -> Option<Declare> {
        let spec = self.type_spec()?;
        let mut attributes = Vec::new();
        while self.eat(TokenKind::Comma) {
            attributes.push(self.attribute()?);
        }
        self.attribute_macros(&mut attributes)?;
        let colons = self.expect(TokenKind::Colons).map(|token| token.span());
        if colons.is_none() && !attributes.is_empty() {
            return None;
        }
        let entities = self.list(Self::entity)?;
        Some(Declare { spec, attributes, colons, entities })
    }

    /// Macros that stand for attributes: `real ATTR :: a` with `#define ATTR , device`. Each attribute has the macro's span.
    fn attribute_macros(&mut self, attributes: &mut Vec<Attribute>) -> Option<()> {
        while self.peek() == TokenKind::Name && matches!(self.peek_nth(1), TokenKind::Colons | TokenKind::Name) {
            let token = self.bump();
            let name = String::from_utf8_lossy(self.lexed.text(self.source, token)).into_owned();
            let body = self.macros.get(&name)?;
            let words = body.split(',').map(|word| word.trim().to_ascii_lowercase()).filter(|word| !word.is_empty());
            attributes
                .extend(words.map(|word| Attribute { span: token.span(), kind: plain_attribute(&word).unwrap_or(Is::Other) }));
        }
        Some(())
    }

    /// One attribute of a declaration.
    pub(super) fn attribute(&mut self) -> Option<Attribute> {
        let start = self.start();
        let word = self.word();
        let kind = match word.as_str() {
            "intent" => self.intent()?,
            "dimension" => {
                self.bump();
                Is::Dimension(self.dims()?)
            }
            "bind" => Is::Bind(self.bind()?),
            "" => return None,
            word => {
                let kind = plain_attribute(word).unwrap_or(Is::Other);
                self.bump();
                if self.peek() == TokenKind::OpenBracket {
                    self.at = self.after_parens(self.at)?;
                }
                self.skip_parens()?;
                kind
            }
        };
        Some(Attribute { span: self.since(start), kind })
    }

    fn intent(&mut self) -> Option<Is> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let first = self.name()?.key;
        let out = first == "in" && self.eat_word("out");
        self.expect(TokenKind::Close)?;
        let (reads, writes) = match first.as_str() {
            "in" => (true, out),
            "out" => (false, true),
            "inout" => (true, true),
            _ => return None,
        };
        Some(Is::Intent { reads, writes })
    }

    /// `bind(c, name="x")`.
    pub(super) fn bind(&mut self) -> Option<Bind> {
        let start = self.bump().start;
        let args = self.arguments()?;
        let name = args.into_iter().find(|arg| arg.keyword.as_ref().is_some_and(|name| name.key == "name"));
        let name = name.and_then(|arg| match arg.value {
            crate::ast::ArgValue::Expr(crate::ast::Expr { kind: crate::ast::ExprKind::Character(text), .. }) => Some(text),
            _ => None,
        });
        Some(Bind { span: self.since(start), name })
    }

    /// A name with its dimensions, where `/` does not begin a value.
    pub(super) fn entity_without_value(&mut self) -> Option<Entity> {
        let start = self.start();
        let name = self.name()?;
        let (dims, length) = self.shape_and_length()?;
        let span = self.since(start);
        // In a list of `common` a block's name may follow a comma.
        if self.peek() == TokenKind::Comma && matches!(self.peek_nth(1), TokenKind::Binary(Op::Div | Op::Concat)) {
            self.bump();
        }
        Some(Entity { span, name, dims, length, init: None })
    }

    pub(super) fn entity(&mut self) -> Option<Entity> {
        let start = self.start();
        let name = self.name()?;
        let (dims, length) = self.shape_and_length()?;
        let init = match self.peek() {
            TokenKind::Equals => {
                self.bump();
                Some(Init::Value(self.expression()?))
            }
            TokenKind::Arrow => {
                self.bump();
                Some(Init::Pointer(self.expression()?))
            }
            TokenKind::Binary(Op::Div) => Some(self.old_init()?),
            _ => None,
        };
        Some(Entity { span: self.since(start), name, dims, length, init })
    }

    /// `(n)`, `*8` and a coarray's `[*]`, in any order that a compiler takes.
    fn shape_and_length(&mut self) -> Option<(Shape, Option<Length>)> {
        let (mut dims, mut length) = (None, None);
        loop {
            match self.peek() {
                TokenKind::Open if dims.is_none() => {
                    let start = self.start();
                    let found = self.dims()?;
                    dims = Some((self.since(start), found));
                }
                TokenKind::Binary(Op::Mul) if length.is_none() => {
                    self.bump();
                    length = Some(self.length_after_star()?);
                }
                TokenKind::OpenBracket => self.at = self.after_parens(self.at)?,
                _ => return Some((dims, length)),
            }
        }
    }

    /// `real x /1.0/`: the value is passed over.
    fn old_init(&mut self) -> Option<Init> {
        let start = self.bump().start;
        while self.peek() != TokenKind::Binary(Op::Div) {
            if self.bump().kind == TokenKind::End {
                return None;
            }
        }
        self.bump();
        Some(Init::Value(opaque(self.since(start))))
    }

    /// Dimensions in parentheses.
    pub(super) fn dims(&mut self) -> Option<Vec<Dim>> {
        self.expect(TokenKind::Open)?;
        let dims = self.list(Self::dim)?;
        self.expect(TokenKind::Close)?;
        Some(dims)
    }

    fn dim(&mut self) -> Option<Dim> {
        match self.peek() {
            TokenKind::Binary(Op::Mul) => {
                self.bump();
                return Some(Dim::AssumedSize { lower: None });
            }
            TokenKind::Colon => {
                self.bump();
                return Some(Dim::Deferred { lower: None });
            }
            TokenKind::Other if self.peek_nth(1) == TokenKind::Other => {
                self.bump();
                self.bump();
                return Some(Dim::AssumedRank);
            }
            _ => {}
        }
        let first = self.expression()?;
        if !self.eat(TokenKind::Colon) {
            return Some(Dim::Explicit { lower: None, upper: first });
        }
        match self.peek() {
            TokenKind::Binary(Op::Mul) => {
                self.bump();
                Some(Dim::AssumedSize { lower: Some(first) })
            }
            TokenKind::Comma | TokenKind::Close => Some(Dim::Deferred { lower: Some(first) }),
            _ => Some(Dim::Explicit { lower: Some(first), upper: self.expression()? }),
        }
    }

    /// `save`, `target :: a`, `attributes(device) :: a`, `dimension a(3)`.
    pub(super) fn attribute_statement(&mut self) -> Option<StmtKind> {
        let attribute = if self.word() == "attributes" { self.cuda_attribute()? } else { self.attribute_alone()? };
        self.eat(TokenKind::Colons);
        let entities = if self.peek() == TokenKind::End { Vec::new() } else { self.list(Self::named_entity)? };
        Some(StmtKind::Attributes { attribute, entities })
    }

    /// The attribute before a list of names; `dimension a(3)` has its dimensions after the name.
    fn attribute_alone(&mut self) -> Option<Attribute> {
        let start = self.start();
        let word = self.word();
        if matches!(word.as_str(), "intent" | "bind") {
            return self.attribute();
        }
        self.bump();
        let kind = if word == "dimension" { Is::Dimension(Vec::new()) } else { plain_attribute(&word)? };
        Some(Attribute { span: self.since(start), kind })
    }

    /// `attributes(device)`.
    fn cuda_attribute(&mut self) -> Option<Attribute> {
        let start = self.bump().start;
        self.expect(TokenKind::Open)?;
        let word = self.name()?.key;
        while self.eat(TokenKind::Comma) {
            self.name()?;
        }
        self.expect(TokenKind::Close)?;
        let kind = plain_attribute(&word).unwrap_or(Is::Other);
        Some(Attribute { span: self.since(start), kind })
    }

    /// An entity, or an operator in `public :: operator(+)`.
    fn named_entity(&mut self) -> Option<Entity> {
        if self.is_generic_spec() {
            let name = self.generic_spec()?;
            return Some(Entity { span: name.span, name, dims: None, length: None, init: None });
        }
        self.entity()
    }

    /// `operator(`, `assignment(` or `read(` stands here.
    pub(super) fn is_generic_spec(&self) -> bool {
        self.peek_nth(1) == TokenKind::Open && matches!(self.word().as_str(), "operator" | "assignment" | "read" | "write")
    }

    /// A name, `operator(+)`, `assignment(=)` or `read(formatted)`.
    pub(super) fn generic_spec(&mut self) -> Option<Name> {
        if !self.is_generic_spec() {
            return self.name();
        }
        let start = self.start();
        self.bump();
        let from = self.start();
        self.at = self.after_parens(self.at)?;
        let inside = self.since(from);
        let word = self.since(start);
        let mut key = crate::token::lower(&self.source[word.start as usize..from as usize]).trim_end().to_owned();
        key.extend(
            inside.of(self.source).iter().filter(|b| !b.is_ascii_whitespace()).map(|b| char::from(b.to_ascii_lowercase())),
        );
        Some(Name { key: SmolStr::new(key), span: word })
    }
}

/// Attributes that are a word alone.
fn plain_attribute(word: &str) -> Option<Is> {
    Some(match word {
        "allocatable" => Is::Allocatable,
        "pointer" => Is::Pointer,
        "target" => Is::Target,
        "parameter" => Is::Parameter,
        "save" => Is::Save,
        "value" => Is::Value,
        "optional" => Is::Optional,
        "contiguous" => Is::Contiguous,
        "external" => Is::External,
        "intrinsic" => Is::Intrinsic,
        "public" => Is::Public,
        "private" => Is::Private,
        "protected" => Is::Protected,
        "volatile" => Is::Volatile,
        "device" => Is::Device,
        "managed" => Is::Managed,
        "unified" => Is::Unified,
        "pinned" => Is::Pinned,
        "constant" => Is::Constant,
        "shared" => Is::Shared,
        "texture" => Is::Texture,
        _ => return None,
    })
}
