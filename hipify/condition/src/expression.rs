//! Parses and evaluates the text of one condition by precedence climbing.

use crate::{Macro, OPERATORS, Value};

/// Parentheses and operators nested deeper than this are not evaluated, so that no file can exhaust the stack.
const DEEPEST: usize = 64;

/// The text that is not read yet.
pub(crate) struct Expression<'a> {
    rest: &'a [u8],
    look_up: &'a mut dyn FnMut(&[u8]) -> Macro,
}

/// A part of a condition: its number, `None` where it is unknown. `Err`: not an expression of the preprocessor.
type Part = Result<Option<i64>, Malformed>;

/// The text is no expression, and nothing can be said of the condition as a whole.
pub(crate) struct Malformed;

impl<'a> Expression<'a> {
    pub(crate) fn new(text: &'a [u8], look_up: &'a mut dyn FnMut(&[u8]) -> Macro) -> Self {
        Self { rest: text, look_up }
    }

    /// Whether the text as a whole is an expression that is not 0.
    pub(crate) fn whole(self) -> Option<bool> {
        self.number().map(|number| number != 0)
    }

    /// The value of the text as a whole.
    pub(crate) fn number(mut self) -> Option<i64> {
        let value = self.ternary(0).ok()?;
        self.skip_blanks();
        value.filter(|_| self.rest.is_empty())
    }

    /// Whether the name that the text starts with is defined.
    pub(crate) fn name_is_defined(&mut self) -> Option<bool> {
        let name = self.word();
        if name.is_empty() { None } else { (self.look_up)(name).is_defined() }
    }

    fn ternary(&mut self, depth: usize) -> Part {
        let condition = self.binary(0, depth)?;
        if !self.eat(b"?") {
            return Ok(condition);
        }
        let yes = self.ternary(depth + 1)?;
        self.expect(b":")?;
        let no = self.ternary(depth + 1)?;
        Ok(condition.and_then(|number| if number != 0 { yes } else { no }))
    }

    fn binary(&mut self, least: u8, depth: usize) -> Part {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.operator().filter(|(_, precedence)| *precedence > least) {
            self.rest = &self.rest[operator.len()..];
            let right = self.binary(precedence, depth + 1)?;
            left = join(operator, left, right);
        }
        Ok(left)
    }

    fn operator(&mut self) -> Option<(&'static [u8], u8)> {
        self.skip_blanks();
        OPERATORS.iter().find(|(operator, _)| self.rest.starts_with(operator)).copied()
    }

    fn unary(&mut self, depth: usize) -> Part {
        if depth > DEEPEST {
            return Err(Malformed);
        }
        if let Some(operator) = [b'!', b'-', b'+', b'~'].into_iter().find(|operator| self.eat(&[*operator])) {
            let operand = self.unary(depth + 1)?;
            return Ok(operand.and_then(|number| Value::unary(operator, long(number))).and_then(number_of));
        }
        if self.eat(b"(") {
            let value = self.ternary(depth + 1)?;
            self.expect(b")")?;
            return Ok(value);
        }
        let word = self.word();
        match word.first() {
            None => Err(Malformed),
            Some(b'0'..=b'9') => Ok(Value::literal(word).and_then(number_of)),
            _ if word == b"defined" => self.defined(),
            _ => self.name(word),
        }
    }

    fn defined(&mut self) -> Part {
        let parenthesised = self.eat(b"(");
        let defined = self.name_is_defined();
        if parenthesised {
            self.expect(b")")?;
        }
        Ok(defined.map(i64::from))
    }

    /// A macro, or a call such as `__has_include(<a.h>)`, whose value is unknown.
    fn name(&mut self, name: &[u8]) -> Part {
        if self.eat(b"(") {
            return self.skip_arguments().map(|()| None);
        }
        Ok((self.look_up)(name).value())
    }

    /// Skips to after the parenthesis that closes the one before.
    fn skip_arguments(&mut self) -> Result<(), Malformed> {
        let mut depth = 1;
        while depth > 0 {
            let (&byte, rest) = self.rest.split_first().ok_or(Malformed)?;
            self.rest = rest;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'"' => {
                    let close = rest.iter().position(|byte| *byte == b'"').ok_or(Malformed)?;
                    self.rest = &rest[close + 1..];
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The identifier or number that comes next; empty if there is none.
    fn word(&mut self) -> &'a [u8] {
        self.skip_blanks();
        // A quote parts the digits of a number.
        let is_number = self.rest.first().is_some_and(u8::is_ascii_digit);
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || is_number && *byte == b'\'';
        let length = self.rest.iter().take_while(|byte| belongs(byte)).count();
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        self.skip_blanks();
        let found = self.rest.strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn expect(&mut self, text: &[u8]) -> Result<(), Malformed> {
        if self.eat(text) { Ok(()) } else { Err(Malformed) }
    }

    /// Skips white space, backslash-newlines and comments.
    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_ascii_start();
            if let Some(rest) = self.rest.strip_prefix(b"\\") {
                self.rest = rest;
            } else if self.rest.starts_with(b"//") {
                self.rest = &[];
            } else if let Some(comment) = self.rest.strip_prefix(b"/*") {
                let end = comment.windows(2).position(|pair| pair == b"*/");
                self.rest = end.map_or(&[], |end| &comment[end + 2..]);
            } else {
                return;
            }
        }
    }
}

/// Numbers of conditions have the widest integer type.
fn long(number: i64) -> Value {
    Value { number: number.into(), bits: 64, signed: true }
}

fn number_of(value: Value) -> Option<i64> {
    value.number.try_into().ok()
}

/// The operator's result; of `&&` and `||`, one side may decide alone.
fn join(operator: &[u8], left: Option<i64>, right: Option<i64>) -> Option<i64> {
    match (operator, left, right) {
        (b"&&", Some(0), _) | (b"&&", _, Some(0)) => Some(0),
        (b"||", Some(number), _) | (b"||", _, Some(number)) if number != 0 => Some(1),
        (_, Some(left), Some(right)) => Value::binary(operator, long(left), long(right)).and_then(number_of),
        _ => None,
    }
}
