//! Evaluates the condition of an `#if`: true, false, or unknown where a macro or a function of the preprocessor decides it.
//!
//! C, C++ and Fortran share the preprocessor, so the crate depends on no language. The caller says what it knows of each macro,
//! and what an unknown condition means to it. Source: \[cpp.cond\] of the C++ standard.

mod expression;
mod open_ifs;
mod operators;
mod value;

use expression::Expression;
pub use open_ifs::{Audience, Branching, OpenIfs, Truth};
pub use operators::OPERATORS;
pub use value::Value;

/// What is known of a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Macro {
    /// It is not defined: `defined` is false, and its value is 0.
    Undefined,
    /// It is defined as this integer.
    Value(i64),
    /// It is defined, as something that is not known.
    Defined,
    /// It may be defined or not.
    Unknown,
}

impl Macro {
    /// The macro that `#define` gives this replacement text.
    pub fn of_text(text: &[u8]) -> Self {
        let number = Value::literal(text.trim_ascii()).and_then(|value| value.number.try_into().ok());
        number.map_or(Macro::Defined, Macro::Value)
    }

    fn is_defined(self) -> Option<bool> {
        match self {
            Macro::Undefined => Some(false),
            Macro::Value(_) | Macro::Defined => Some(true),
            Macro::Unknown => None,
        }
    }

    fn value(self) -> Option<i64> {
        match self {
            Macro::Undefined => Some(0),
            Macro::Value(number) => Some(number),
            Macro::Defined | Macro::Unknown => None,
        }
    }
}

/// Whether the condition of a directive holds; `None`: unknown.
///
/// `keyword` is `if`, `ifdef`, `ifndef` or one of the `elif` family, `condition` the bytes after it up to the end of the
/// directive, with comments and backslash-newlines as they stand. `look_up` is asked for each macro that the condition names.
pub fn holds(keyword: &[u8], condition: &[u8], look_up: &mut dyn FnMut(&[u8]) -> Macro) -> Option<bool> {
    let mut expression = Expression::new(condition, look_up);
    match keyword {
        b"ifdef" | b"elifdef" => expression.name_is_defined(),
        b"ifndef" | b"elifndef" => expression.name_is_defined().map(|defined| !defined),
        _ => expression.whole(),
    }
}

/// The value of an integer expression of the preprocessor, such as the body of a `#define`; `None`: unknown, or no expression.
pub fn value(expression: &[u8], look_up: &mut dyn FnMut(&[u8]) -> Macro) -> Option<i64> {
    Expression::new(expression, look_up).number()
}

#[cfg(test)]
mod tests;
