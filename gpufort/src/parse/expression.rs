//! Expressions, by precedence (Fortran 2018, 10.1.2).

use super::cursor::Parser;
use crate::ast::{BinaryOp as Op, Expr, ExprKind, Name, Span, TypeSpec, UnaryOp};
use crate::token::TokenKind;
use smol_str::SmolStr;

const NOT: u8 = 5;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const POWER: u8 = 10;
const DEFINED_UNARY: u8 = 11;

/// How tightly a binary operator binds.
fn binding(op: Op) -> u8 {
    match op {
        Op::Defined => 1,
        Op::Eqv | Op::Neqv => 2,
        Op::Or => 3,
        Op::And => 4,
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => 6,
        Op::Concat => 7,
        Op::Add | Op::Sub => SUM,
        Op::Mul | Op::Div => PRODUCT,
        Op::Pow => POWER,
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Option<Expr> {
        self.operators_from(0)
    }

    /// An expression whose operators bind at least as tightly as `least`.
    fn operators_from(&mut self, least: u8) -> Option<Expr> {
        self.deeper(|parser| {
            let mut left = parser.operand(least)?;
            while let Some(op) = parser.operator() {
                let strength = binding(op);
                if strength < least {
                    break;
                }
                parser.bump();
                parser.count_operator()?;
                let right = parser.operators_from(if op == Op::Pow { strength } else { strength + 1 })?;
                let span = left.span.to(right.span);
                left = Expr { span, kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) } };
            }
            Some(left)
        })
    }

    /// The binary operator at hand; the `/` of `/)` is none.
    fn operator(&self) -> Option<Op> {
        match self.peek() {
            TokenKind::Binary(Op::Div) if self.peek_nth(1) == TokenKind::Close => None,
            TokenKind::Binary(op) => Some(op),
            TokenKind::Defined => Some(Op::Defined),
            _ => None,
        }
    }

    fn operand(&mut self, least: u8) -> Option<Expr> {
        let (op, strength) = match self.peek() {
            TokenKind::Binary(Op::Add) => (UnaryOp::Plus, PRODUCT),
            TokenKind::Binary(Op::Sub) => (UnaryOp::Minus, PRODUCT),
            TokenKind::Not => (UnaryOp::Not, NOT),
            TokenKind::Defined => (UnaryOp::Defined, DEFINED_UNARY),
            _ => return self.primary(),
        };
        let start = self.bump().start;
        let operand = Box::new(self.operators_from(strength.max(least))?);
        Some(Expr { span: self.since(start), kind: ExprKind::Unary { op, operand } })
    }

    fn primary(&mut self) -> Option<Expr> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Name => return self.designator(),
            TokenKind::Integer => {
                let (digits, kind) = self.number_parts();
                ExprKind::Integer { digits, kind }
            }
            TokenKind::Real => {
                let (text, kind) = self.number_parts();
                ExprKind::Real { text, kind }
            }
            TokenKind::True | TokenKind::False => {
                let kind = self.number_parts().1;
                ExprKind::Logical { value: token.kind == TokenKind::True, kind }
            }
            TokenKind::Text => return self.string(),
            TokenKind::Boz => self.boz()?,
            TokenKind::Open => return self.parenthesised(),
            TokenKind::OpenBracket => return self.bracketed(),
            _ => return None,
        };
        self.bump();
        Some(Expr { span: token.span(), kind })
    }

    /// The constant's text and its kind, in lower case.
    fn number_parts(&self) -> (SmolStr, Option<SmolStr>) {
        let text = self.key(self.token());
        match text.split_once('_') {
            Some((digits, kind)) => (SmolStr::new(digits), Some(SmolStr::new(kind))),
            None => (text, None),
        }
    }

    fn string(&mut self) -> Option<Expr> {
        let token = self.bump();
        let text = unquoted(self.lexed.text(self.source, token));
        let string = Expr { span: token.span(), kind: ExprKind::Character(text) };
        if self.peek() == TokenKind::Open { self.parts_of(string) } else { Some(string) }
    }

    /// A string after its kind, as in `c_char_'x'`.
    pub(super) fn string_with_kind(&mut self) -> Option<Expr> {
        let start = self.bump().start;
        let mut string = self.string()?;
        string.span.start = start;
        Some(string)
    }

    fn boz(&self) -> Option<ExprKind> {
        let token = self.token();
        let text = self.lexed.text(self.source, token);
        let (letter, quoted) = text.split_first()?;
        let digits = SmolStr::new(unquoted(quoted).to_ascii_lowercase());
        let letter = letter.to_ascii_lowercase();
        Some(ExprKind::Boz { letter: if letter == b'x' { b'z' } else { letter }, digits })
    }

    /// `(e)`, `(re, im)`, `(items, i = 1, n)` or `(/ items /)`.
    fn parenthesised(&mut self) -> Option<Expr> {
        let open = self.bump();
        if self.peek() == TokenKind::Binary(Op::Concat) && self.peek_nth(1) == TokenKind::Close {
            self.bump();
            self.bump();
            return Some(Expr { span: self.since(open.start), kind: ExprKind::Array { spec: None, items: Vec::new() } });
        }
        if self.peek() == TokenKind::Binary(Op::Div) && self.start() == open.end {
            self.bump();
            return self.array(open.start, |parser| parser.eat(TokenKind::Binary(Op::Div)) && parser.eat(TokenKind::Close));
        }
        let mut items = vec![self.expression()?];
        while self.eat(TokenKind::Comma) {
            if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
                return self.implied_do(open.start, items);
            }
            items.push(self.expression()?);
        }
        self.expect(TokenKind::Close)?;
        let span = self.since(open.start);
        let kind = match <[Expr; 2]>::try_from(items) {
            Ok([real, imaginary]) => ExprKind::Complex(Box::new(real), Box::new(imaginary)),
            Err(mut one) if one.len() == 1 => ExprKind::Parens(Box::new(one.pop()?)),
            Err(_) => return None,
        };
        self.parts_after_parens(Expr { span, kind })
    }

    fn parts_after_parens(&mut self, expr: Expr) -> Option<Expr> {
        if self.peek() == TokenKind::Percent { self.parts_of(expr) } else { Some(expr) }
    }

    fn implied_do(&mut self, start: u32, items: Vec<Expr>) -> Option<Expr> {
        let variable = self.name()?;
        self.expect(TokenKind::Equals)?;
        let bounds = self.list(Self::expression)?;
        self.expect(TokenKind::Close)?;
        Some(Expr { span: self.since(start), kind: ExprKind::ImpliedDo { items, variable, bounds } })
    }

    fn bracketed(&mut self) -> Option<Expr> {
        let start = self.bump().start;
        self.array(start, |parser| parser.eat(TokenKind::CloseBracket))
    }

    /// The rest of an array constructor, up to what `closes` it.
    fn array(&mut self, start: u32, closes: fn(&mut Self) -> bool) -> Option<Expr> {
        let spec = self.constructor_spec()?;
        let mut items = Vec::new();
        if !closes(self) {
            items = self.list(Self::expression)?;
            closes(self).then_some(())?;
        }
        let array = Expr { span: self.since(start), kind: ExprKind::Array { spec, items } };
        if self.peek() == TokenKind::Open { self.parts_of(array) } else { Some(array) }
    }

    /// `integer(8) ::` at the begin of an array constructor; the inner value is `None` where there is none.
    fn constructor_spec(&mut self) -> Option<Option<Box<TypeSpec>>> {
        if self.peek() != TokenKind::Name {
            return Some(None);
        }
        let name_end = if self.word() == "double" && self.peek_nth(1) == TokenKind::Name { self.at + 2 } else { self.at + 1 };
        let end = if self.kind_at(name_end) == TokenKind::Open { self.after_parens(name_end)? } else { name_end };
        if self.kind_at(end) != TokenKind::Colons {
            return Some(None);
        }
        let spec = self.type_spec().or_else(|| self.derived_type_name())?;
        self.expect(TokenKind::Colons)?;
        Some(Some(Box::new(spec)))
    }
}

/// What stands between a string's quotes, doubled ones made single. Bytes that are not UTF-8 are taken as Latin-1.
fn unquoted(text: &[u8]) -> String {
    let Some((quote, rest)) = text.split_first() else { return String::new() };
    let inner = rest.strip_suffix(&[*quote]).unwrap_or(rest);
    let inner = match std::str::from_utf8(inner) {
        Ok(inner) => inner.to_owned(),
        Err(_) => inner.iter().map(|byte| char::from(*byte)).collect(),
    };
    let quote = char::from(*quote).to_string();
    inner.replace(&quote.repeat(2), &quote)
}

/// A name as an expression.
pub(super) fn name_expr(name: &Name) -> Expr {
    Expr { span: name.span, kind: ExprKind::Name(name.key.clone()) }
}

/// An expression that is not understood.
pub(super) fn opaque(span: Span) -> Expr {
    Expr { span, kind: ExprKind::Opaque }
}
