//! What a file assigns to a name: nothing, one value, or what is no one constant.

use hipify_condition::Value;
use hipify_diagnostics::Source;
use hipify_syntax::constants::evaluate;
use hipify_syntax::macros::Macros;
use hipify_syntax::tokens::operator;
use hipify_syntax::{Alone, Code, TokenKind};

/// What is known to be assigned to a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Given {
    #[default]
    Nothing,
    One(Value),
    /// Different values, or what is no constant.
    Other,
}

impl Given {
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, given) | (given, Self::Nothing) => given,
            (Self::One(a), Self::One(b)) if a.number == b.number => self,
            _ => Self::Other,
        }
    }

    /// What all of them say together. It asks for no more once they differ.
    pub(crate) fn all(each: impl IntoIterator<Item = Self>) -> Self {
        let mut each = each.into_iter();
        let together = each.try_fold(Self::Nothing, |so_far, given| match so_far.and(given) {
            Self::Other => None,
            given => Some(given),
        });
        together.unwrap_or(Self::Other)
    }

    pub(crate) fn of(value: Option<Value>) -> Self {
        value.map_or(Self::Other, Self::One)
    }

    pub(crate) fn value(self) -> Option<Value> {
        if let Self::One(value) = self { Some(value) } else { None }
    }
}

/// What a file assigns to members of a name.
pub(crate) fn given(source: &Source<'_>, name: &[u8]) -> Given {
    hipify_syntax::with_tokens(source, |code, _| {
        let mut macros = Macros::of(code, &|_| false, &Alone);
        macros.add_constants(&|_| false);
        given_by(&code, &macros, name)
    })
}

pub(crate) fn given_by(code: &Code<'_>, macros: &Macros<'_>, name: &[u8]) -> Given {
    let Some(&first) = name.first() else { return Given::Nothing };
    let tokens = code.tokens.iter().enumerate();
    let begins = tokens.filter(|(_, token)| token.first == first && token.kind == TokenKind::Identifier).map(|(at, _)| at);
    Given::all(begins.filter(|&at| code.text(at) == name).map(|at| given_at(code, macros, at)))
}

/// What the name at `at` is given there: `object.name = value;`, `{.name = value}`, `int name = value;` in a class.
fn given_at(code: &Code<'_>, macros: &Macros<'_>, at: usize) -> Given {
    let Some(next) = code.next(at).filter(|&next| code.kind(next) == TokenKind::Punctuation) else { return Given::Nothing };
    let is_member =
        code.previous(at).is_some_and(|i| code.is(i, b'.') || matches!(code.kind(i), TokenKind::Arrow | TokenKind::Identifier));
    match operator(code, next) {
        b"=" if is_member => {}
        b"==" | b"!=" | b"<=" | b">=" => return Given::Nothing,
        text if text.len() > 1 && text.ends_with(b"=") || matches!(text, b"++" | b"--") => return Given::Other,
        _ => return Given::Nothing,
    }
    let Some(first) = code.next(next) else { return Given::Other };
    let mut last = first;
    for _ in 0..LONGEST_VALUE {
        last = code.skip(last);
        match code.next(last).filter(|&next| !b";,}".iter().any(|b| code.is(next, *b))) {
            Some(next) => last = next,
            None => break,
        }
    }
    // `to.name = from.name` says nothing new.
    let copies = code.text(last) == code.text(at) && last != first;
    if copies { Given::Nothing } else { Given::of(evaluate(code, macros, &|_| false, first, last)) }
}

/// Tokens of an assigned value.
const LONGEST_VALUE: usize = 64;
