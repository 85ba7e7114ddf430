//! The finder of functions: every function and lambda that a file gives a body, by brackets and specifiers alone, so that
//! half-broken files have functions too.
//!
//! It finds them all; callers leave out what is none of theirs by what a [`Definition`] says of itself.

use crate::code::Code;
use crate::directive::Define;
use crate::token::TokenKind;
use crate::tokens::closing_angle;
use std::ops::Range;

/// Which of CUDA's execution space specifiers a declaration has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Specifiers {
    /// `__host__`.
    pub host: bool,
    /// `__device__`.
    pub device: bool,
    /// `__global__`.
    pub global: bool,
}

impl Specifiers {
    /// What the word itself says, no macro looked up.
    pub fn of_word(word: &[u8]) -> Self {
        Self { host: word == b"__host__", device: word == b"__device__", global: word == b"__global__" }
    }

    pub fn or(self, other: Self) -> Self {
        Self { host: self.host | other.host, device: self.device | other.device, global: self.global | other.global }
    }

    /// Whether there is a specifier.
    pub fn is_given(self) -> bool {
        self != Self::default()
    }
}

/// What a definition stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surroundings {
    /// The file, a namespace or a class.
    Declarations,
    /// The body of a function; the function is a member of a local class.
    Function,
    /// An initialiser or a macro's argument outside of functions; it is a lambda.
    Expression,
    /// The body of a `#define`.
    Macro,
}

/// A function or a lambda with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The token before the parameters, which ends the name: an identifier, but of `operator+` the `+` and of `f<int>` the `>`.
    /// A lambda has none.
    pub name: Option<usize>,
    /// The first token of the declaration, `template` included; of a lambda, the first specifier.
    pub first: usize,
    /// The parentheses around the parameters; a lambda may go without.
    pub parameters: Option<(usize, usize)>,
    /// From `{` to `}`, both included; to the end of the file if nothing closes it.
    pub body: Range<usize>,
    pub is_closed: bool,
    pub specifiers: Specifiers,
    pub within: Surroundings,
}

impl Definition {
    pub fn is_lambda(&self) -> bool {
        self.name.is_none()
    }

    /// The first token of the name with its namespaces and classes, and the token of the unqualified name: `operator` of
    /// `S::operator()`. `None` for lambdas, other operators and specialisations, which no identifier names.
    pub fn qualified_name(&self, code: &Code<'_>) -> Option<Range<usize>> {
        let mut name = self.name?;
        if code.is(name, b')') {
            name = code.open(name).and_then(|open| code.previous(open)).filter(|&at| code.is_word(at, b"operator"))?;
        }
        if code.kind(name) != TokenKind::Identifier {
            return None;
        }
        let mut first = name;
        while let Some(scope) = code.previous(first).filter(|&at| code.kind(at) == TokenKind::Scope) {
            match code.previous(scope).filter(|&at| code.kind(at) == TokenKind::Identifier) {
                Some(outer) => first = outer,
                None => break,
            }
        }
        Some(first..name + 1)
    }
}

/// Tokens of a declaration before its body that are looked at: a bound for generated code.
const LONGEST_HEAD: usize = 2_000;

/// Tokens between a lambda's parameters and its body that are looked at.
const LONGEST_LAMBDA_TAIL: usize = 32;

/// All definitions of a file by where their bodies start. Functions in other functions and in macros are found by their
/// specifiers, and so are all lambdas.
///
/// `specifiers` says what an identifier means as a specifier; it may look up macros.
pub fn definitions(code: &Code<'_>, specifiers: impl Fn(usize) -> Specifiers) -> Vec<Definition> {
    let mut finder = Finder { code, specifiers, found: Vec::new() };
    finder.declarations();
    for hash in code.directives() {
        if let Some(define) = Define::at(code, hash) {
            finder.marked(define.body, Surroundings::Macro);
        }
    }
    finder.found.sort_by_key(|definition| definition.body.start);
    finder.found
}

struct Finder<'c, 'a, S> {
    code: &'c Code<'a>,
    specifiers: S,
    found: Vec<Definition>,
}

impl<S: Fn(usize) -> Specifiers> Finder<'_, '_, S> {
    fn declarations(&mut self) {
        let code = self.code;
        let mut start = None;
        let mut at = (0..code.tokens.len()).find(|&i| !code.tokens[i].in_directive);
        while let Some(i) = at {
            let token = code.tokens[i];
            if token.is(b'{') {
                at = code.next(start.take().map_or(i, |first| self.braces(first, i)));
                continue;
            }
            if token.is(b';') || token.is(b'}') {
                start = None;
            } else if start.is_none() {
                start = Some(i);
            }
            at = code.next(i);
        }
    }

    /// Takes the braces at `open` of the declaration that starts at `first`; gives the last token that is done. The body of a
    /// class or namespace is walked, and so is one that nothing closes.
    fn braces(&mut self, first: usize, open: usize) -> usize {
        let close = self.code.close(open);
        if let Some(function) = self.function(first, open, Surroundings::Declarations) {
            self.found.push(function);
            if let Some(close) = close {
                self.marked(open + 1..close, Surroundings::Function);
            }
            return close.unwrap_or(open);
        }
        // The braces may be a lambda's own: `= [] __device__ () {`.
        let end = close.filter(|_| is_initialiser(self.code, first, open)).unwrap_or(open);
        self.marked(first..end, Surroundings::Expression);
        end
    }

    /// The function whose declaration starts at `first` and whose body at `open`.
    fn function(&self, first: usize, open: usize, within: Surroundings) -> Option<Definition> {
        let code = self.code;
        if open - first > LONGEST_HEAD {
            return None;
        }
        let mut parameters = None;
        let mut specifiers = Specifiers::default();
        let mut at = first;
        while at < open {
            let token = code.tokens[at];
            match token.kind {
                TokenKind::Identifier => {
                    let text = code.text(at);
                    if parameters.is_none() && is_type(code, text, at..open) {
                        return None;
                    }
                    specifiers = specifiers.or((self.specifiers)(at));
                    if matches!(text, b"template" | b"requires") && code.next_is(at, b'<') {
                        at = code.next(at).map_or(at, |i| closing_angle(code, i, open));
                    }
                }
                TokenKind::Punctuation if token.is(b'(') => {
                    let close = code.close(at).filter(|&close| close < open)?;
                    if parameters.is_none() && is_name(code, at) {
                        // `operator()(...)`: the second list has the parameters.
                        let is_operator = code.previous(at).is_some_and(|i| code.is_word(i, b"operator"));
                        parameters = (!is_operator).then_some((at, close));
                    }
                    at = close;
                }
                TokenKind::Punctuation if token.is(b'=') && parameters.is_none() && !is_operator_name(code, at) => return None,
                TokenKind::Punctuation if token.is(b'[') => at = code.close(at).filter(|&close| close < open).unwrap_or(at),
                _ => {}
            }
            at = code.next(at)?;
        }
        let name = Some(code.previous(parameters?.0)?);
        Some(self.definition(Definition { name, first, parameters, body: open..open, is_closed: false, specifiers, within }))
    }

    /// The definition with its whole body, of which the start is known.
    fn definition(&self, start: Definition) -> Definition {
        let open = start.body.start;
        let close = self.code.close(open);
        let end = close.map(|close| close + 1).or_else(|| self.code.directive(open).map(|(_, end)| end));
        Definition { body: open..end.unwrap_or(self.code.tokens.len()), is_closed: close.is_some(), ..start }
    }

    /// Finds what says where it runs in a body: lambdas, and the members of local classes.
    fn marked(&mut self, body: Range<usize>, within: Surroundings) {
        let code = self.code;
        // After what was looked at: several specifiers lead to one body, and from each the way may be long.
        let mut done = body.start;
        for at in body {
            if code.kind(at) != TokenKind::Identifier || at < done {
                continue;
            }
            if code.previous_is(at, b']') {
                if (self.specifiers)(at).is_given()
                    && let Some(lambda) = self.lambda(at, within)
                {
                    done = lambda.body.start;
                    self.found.push(lambda);
                }
            } else if code.tokens[at].first == b'_' && Specifiers::of_word(code.text(at)).is_given() {
                let (end, function) = self.local_function(at, done, within);
                done = end;
                self.found.extend(function);
            }
        }
    }

    /// The lambda whose first specifier stands at `first`.
    fn lambda(&self, first: usize, within: Surroundings) -> Option<Definition> {
        let code = self.code;
        let mut specifiers = Specifiers::default();
        let mut at = first;
        while code.kind(at) == TokenKind::Identifier {
            specifiers = specifiers.or((self.specifiers)(at));
            at = code.next(at)?;
        }
        let parameters = if code.is(at, b'(') { Some((at, code.close(at)?)) } else { None };
        let mut open = parameters.map_or(at, |(_, close)| close);
        for _ in 0..LONGEST_LAMBDA_TAIL {
            if code.is(open, b'{') || code.is(open, b';') {
                break;
            }
            open = code.next(open)?;
        }
        let start = Definition { name: None, first, parameters, body: open..open, is_closed: false, specifiers, within };
        code.is(open, b'{').then(|| self.definition(start))
    }

    /// The function with the specifier at `at`, whose declaration starts at `limit` or later, and where the search ended.
    fn local_function(&self, at: usize, limit: usize, within: Surroundings) -> (usize, Option<Definition>) {
        let code = self.code;
        let mut first = at;
        while let Some(before) = code.previous(first).filter(|&before| before >= limit && at - before < LONGEST_HEAD) {
            if [b';', b'{', b'}', b':'].iter().any(|&end| code.is(before, end)) {
                break;
            }
            first = before;
        }
        let mut open = at;
        while !code.is(open, b'{') {
            let token = code.tokens[open];
            let opens = token.is(b'(') || token.is(b'[') || token.is(b'<');
            let next = code.next(if opens { code.skip(open) } else { open });
            match next.filter(|_| ![b';', b'=', b'}'].iter().any(|&end| token.is(end))) {
                Some(next) => open = next,
                None => return (open, None),
            }
        }
        (open, self.function(first, open, within))
    }
}

/// Whether the word at the start of `head` makes it the head of a type or namespace; a function may return a `struct S`.
fn is_type(code: &Code<'_>, word: &[u8], mut head: Range<usize>) -> bool {
    match word {
        b"namespace" | b"class" => true,
        b"struct" | b"union" | b"enum" => !head.any(|i| code.is(i, b'(')),
        _ => false,
    }
}

/// Words that a parenthesis follows and that are no function's name.
const NO_NAMES: &[&[u8]] = &[
    b"__launch_bounds__",
    b"__attribute__",
    b"alignas",
    b"decltype",
    b"noexcept",
    b"explicit",
    b"requires",
    b"asm",
    b"__declspec",
    b"if",
    b"for",
    b"while",
    b"switch",
    b"return",
    b"catch",
    b"__align__",
    b"__cluster_dims__",
    b"__maxnreg__",
    b"__block_size__",
    b"defined",
];

/// Whether what stands before the parenthesis can be the name of a function.
pub fn is_name(code: &Code<'_>, open: usize) -> bool {
    let Some(before) = code.previous(open) else { return false };
    match code.kind(before) {
        TokenKind::Identifier => !NO_NAMES.contains(&code.text(before)),
        TokenKind::Punctuation => code.is(before, b'>') || is_operator_name(code, before) || code.is(before, b')'),
        _ => false,
    }
}

/// Whether the punctuation at `at` belongs to the name of an operator.
fn is_operator_name(code: &Code<'_>, at: usize) -> bool {
    let mut i = at;
    for _ in 0..4 {
        match code.previous(i) {
            Some(before) if code.is_word(before, b"operator") => return true,
            Some(before) if code.kind(before) == TokenKind::Punctuation => i = before,
            _ => return false,
        }
    }
    false
}

fn is_initialiser(code: &Code<'_>, first: usize, open: usize) -> bool {
    let is_assigned = code.previous(open).is_some_and(|i| code.is(i, b'='));
    is_assigned
        || open - first <= LONGEST_HEAD
            && (first..open).any(|i| code.is(i, b'=') && !code.tokens[i].in_directive)
            && !code.is_word(first, b"template")
}

#[cfg(test)]
mod tests;
