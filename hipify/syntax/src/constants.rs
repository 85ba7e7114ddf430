//! Constant expressions to their values: literals, operators, casts, and names of macros, enumerators and constants of the file.

use crate::code::Code;
use crate::macros::Macros;
use crate::token::TokenKind;
use crate::tokens::operand_end;
use hipify_condition::{OPERATORS, Value};

/// Names within names and brackets within brackets that are followed; no real constant is deeper.
const DEEPEST: usize = 24;

/// Tokens that one evaluation looks at.
const LONGEST: usize = 256;

/// Evaluates the tokens from `first` to `last`.
///
/// `is_variable` says whether a name there means a variable, which hides constants of headers.
pub fn evaluate(
    code: &Code<'_>,
    macros: &Macros<'_>,
    is_variable: &dyn Fn(usize) -> bool,
    first: usize,
    last: usize,
) -> Option<Value> {
    evaluate_with(code, macros, is_variable, &|_, _| None, first, last)
}

/// The same, with values of what is no constant by itself: `followed` is asked for names, and for members from first to last.
pub fn evaluate_with(
    code: &Code<'_>,
    macros: &Macros<'_>,
    is_variable: &dyn Fn(usize) -> bool,
    followed: &dyn Fn(usize, usize) -> Option<Value>,
    first: usize,
    last: usize,
) -> Option<Value> {
    let mut budget = LONGEST;
    Expression { code, macros, is_variable, followed, at: Some(first), last, depth: 0, budget: &mut budget }.whole()
}

struct Expression<'a, 'b> {
    code: &'a Code<'b>,
    macros: &'a Macros<'b>,
    is_variable: &'a dyn Fn(usize) -> bool,
    followed: &'a dyn Fn(usize, usize) -> Option<Value>,
    at: Option<usize>,
    last: usize,
    depth: usize,
    budget: &'a mut usize,
}

impl Expression<'_, '_> {
    fn whole(mut self) -> Option<Value> {
        let value = self.ternary()?;
        self.peek().is_none().then_some(value)
    }

    fn peek(&self) -> Option<usize> {
        self.at.filter(|at| *at <= self.last)
    }

    fn step(&mut self) -> Option<usize> {
        let at = self.peek()?;
        *self.budget = self.budget.checked_sub(1)?;
        self.at = if at == self.last { None } else { self.code.next(at) };
        Some(at)
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let at = self.peek().filter(|&at| self.code.is(at, byte))?;
        self.step().filter(|&stepped| stepped == at).map(|_| ())
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn ternary(&mut self) -> Option<Value> {
        let condition = self.binary(0)?;
        if self.take(b'?').is_none() {
            return Some(condition);
        }
        let yes = self.deeper(Self::ternary)?;
        self.take(b':')?;
        let no = self.deeper(Self::ternary)?;
        Some(if condition.number != 0 { yes } else { no })
    }

    fn operator(&self) -> Option<(&'static [u8], u8)> {
        let token = self.code.tokens[self.peek()?];
        // `<<<` and `>>` of templates are no operators here: nothing that they belong to is a constant.
        if token.kind != TokenKind::Punctuation {
            return None;
        }
        let text = &self.code.source[token.start as usize..];
        OPERATORS.iter().find(|(operator, _)| text.starts_with(operator)).copied()
    }

    fn binary(&mut self, least: u8) -> Option<Value> {
        let mut left = self.unary()?;
        while let Some((operator, precedence)) = self.operator().filter(|(_, precedence)| *precedence > least) {
            for _ in 0..operator.len() {
                self.step()?;
            }
            let right = self.deeper(|this| this.binary(precedence))?;
            left = Value::binary(operator, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Value> {
        let at = self.step()?;
        match self.code.kind(at) {
            TokenKind::Number => Value::literal(&self.code.spelling(at)),
            TokenKind::Identifier => self.word(at),
            TokenKind::Punctuation if self.code.is(at, b'(') => self.bracket(at),
            TokenKind::Punctuation => {
                let operand = self.deeper(Self::unary)?;
                Value::unary(self.code.tokens[at].first, operand)
            }
            _ => None,
        }
    }

    /// `(expression)`, or a cast and what it is of.
    fn bracket(&mut self, open: usize) -> Option<Value> {
        let close = self.code.close(open).filter(|&close| close <= self.last)?;
        if let Some((bits, signed)) = self.type_between(open, close) {
            self.move_after(close);
            let operand = self.deeper(Self::unary)?;
            return Some(Value::wrapped(operand.number, bits, signed));
        }
        let value = self.deeper(Self::ternary)?;
        self.take(b')')?;
        Some(value)
    }

    fn move_after(&mut self, at: usize) {
        self.at = if at >= self.last { None } else { self.code.next(at) };
    }

    /// The integer type that stands alone between two tokens.
    fn type_between(&self, open: usize, close: usize) -> Option<(u32, bool)> {
        integer_type(self.code, self.code.next(open)?, self.code.previous(close)?)
    }

    fn word(&mut self, at: usize) -> Option<Value> {
        let text = self.code.text(at);
        if text == b"static_cast" {
            let open = self.peek().filter(|&i| self.code.is(i, b'<'))?;
            let close = self.code.template_close(open)?;
            let (bits, signed) = self.type_between(open, close)?;
            self.move_after(close);
            let operand = self.peek().filter(|&i| self.code.is(i, b'('))?;
            self.step()?;
            let value = self.bracket(operand)?;
            return Some(Value::wrapped(value.number, bits, signed));
        }
        if let Some((bits, signed)) = integer_type(self.code, at, at) {
            let open = self.peek().filter(|&i| self.code.is(i, b'(') || self.code.is(i, b'{'))?;
            let close = self.code.close(open).filter(|&close| close <= self.last)?;
            self.step()?;
            let value = self.deeper(Self::ternary)?;
            self.move_after(close);
            return Some(Value::wrapped(value.number, bits, signed));
        }
        let called = self.peek().is_some_and(|i| self.code.is(i, b'('));
        if called { None } else { self.member(at).or_else(|| self.named(at)).or_else(|| (self.followed)(at, at)) }
    }

    /// `object.member`, `pointer->member` or `Type::member` from its first name on.
    fn member(&mut self, at: usize) -> Option<Value> {
        let is_joined = |i: usize| self.code.is(i, b'.') || matches!(self.code.kind(i), TokenKind::Arrow | TokenKind::Scope);
        self.peek().filter(|&i| is_joined(i))?;
        let end = operand_end(self.code, at).min(self.last);
        let value = (self.followed)(at, end)?;
        self.move_after(end);
        Some(value)
    }

    fn named(&mut self, at: usize) -> Option<Value> {
        let text = self.code.text(at);
        if let Some(value) = known(text) {
            return Some(value);
        }
        if !self.macros.declares(text) {
            return self.macros.elsewhere.value(text).filter(|_| !(self.is_variable)(at));
        }
        let (first, last) = self.macros.expression(text)?;
        if self.depth >= DEEPEST {
            return None;
        }
        let depth = self.depth + 1;
        let Self { code, macros, is_variable, followed, .. } = *self;
        Expression { code, macros, is_variable, followed, at: Some(first), last, depth, budget: self.budget }.whole()
    }
}

/// Constants of <climits> and <cstdint>.
fn known(name: &[u8]) -> Option<Value> {
    let (number, bits, signed) = match name {
        b"UINT_MAX" | b"UINT32_MAX" => (u32::MAX.into(), 32, false),
        b"INT_MAX" | b"INT32_MAX" => (i32::MAX.into(), 32, true),
        b"UINT64_MAX" | b"ULLONG_MAX" | b"ULONG_MAX" => (u64::MAX.into(), 64, false),
        b"INT64_MAX" | b"LLONG_MAX" | b"LONG_MAX" => (i64::MAX.into(), 64, true),
        b"true" => (1, 32, true),
        b"false" => (0, 32, true),
        _ => return None,
    };
    Some(Value { number, bits, signed })
}

/// Width and signedness of the integer type that the tokens from `first` to `last` name.
pub fn integer_type(code: &Code<'_>, first: usize, last: usize) -> Option<(u32, bool)> {
    let (mut longs, mut unsigned, mut found) = (0, false, None);
    let mut at = first;
    loop {
        match code.text(at) {
            b"unsigned" => unsigned = true,
            b"signed" | b"int" | b"char" | b"short" => {}
            b"const" | b"constexpr" | b"volatile" | b"std" | b"::" | b"static" => {}
            b"long" => longs += 1,
            b"uint" | b"uint32_t" | b"u32" | b"uint32" => found = Some((32, false)),
            b"int32_t" | b"i32" | b"int32" | b"int16_t" | b"int8_t" => found = Some((32, true)),
            b"uint16_t" | b"uint8_t" | b"ushort" | b"uchar" => found = Some((32, true)),
            b"uint64_t" | b"size_t" | b"u64" | b"uint64" | b"ulonglong" => found = Some((64, false)),
            b"int64_t" | b"i64" | b"int64" | b"ptrdiff_t" => found = Some((64, true)),
            _ => return None,
        }
        if at == last {
            break;
        }
        at = code.next(at)?;
    }
    Some(found.unwrap_or((if longs > 0 { 64 } else { 32 }, !unsigned)))
}
