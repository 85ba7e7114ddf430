//! Declarations of variables, parameters and members, by the tokens: what a name's type is where it is used.

use crate::code::Code;
use crate::constants::integer_type;
use crate::functions::Functions;
use crate::token::TokenKind;
use crate::tokens::closing_angle;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// One declared name.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The token of its name.
    pub name: usize,
    /// First and last token of its type; specifiers such as `__shared__` and `const` included.
    pub kind: (usize, usize),
    /// A `*` or `&` stands between type and name.
    pub indirect: bool,
    /// The brackets of its first dimension.
    pub array: Option<(usize, usize)>,
    /// First and last token of what it starts as.
    pub initializer: Option<(usize, usize)>,
    /// Tokens where the name means it.
    pub scope: Range<usize>,
    pub parameter: bool,
    /// No other name shares its declaration.
    pub alone: bool,
}

/// All declared names of a file.
pub struct Variables<'a> {
    by_name: FxHashMap<&'a [u8], Vec<Variable>>,
}

/// Words that start no declaration of a variable.
#[rustfmt::skip]
const NO_TYPES: &[&[u8]] = &[
    b"return", b"if", b"else", b"for", b"while", b"do", b"switch", b"case", b"default", b"goto", b"break", b"continue", b"delete",
    b"new", b"throw", b"namespace", b"template", b"public", b"private", b"protected", b"friend", b"operator", b"asm", b"sizeof",
    b"this", b"static_assert", b"co_return", b"class", b"enum", b"union", b"try", b"catch", b"typedef", b"using",
];

/// Words of a declaration that are no type by themselves.
#[rustfmt::skip]
const SPECIFIERS: &[&[u8]] = &[
    b"const", b"constexpr", b"volatile", b"static", b"extern", b"register", b"mutable", b"inline", b"__shared__", b"__device__",
    b"__constant__", b"__managed__", b"__restrict__", b"__restrict", b"restrict", b"struct", b"typename", b"thread_local", b"__host__",
    b"__forceinline__", b"__grid_constant__",
];

/// Tokens of a type; longer ones are no type.
const LONGEST_TYPE: usize = 64;

/// Names that share one declaration.
const MOST_DECLARATORS: usize = 64;

impl<'a> Variables<'a> {
    pub fn of(code: Code<'a>, functions: &Functions<'_>, is_dead: &dyn Fn(usize) -> bool) -> Self {
        let mut variables = Self { by_name: FxHashMap::default() };
        for function in &functions.all {
            variables.add_parameters(code, function.parameters, function.body.end);
        }
        let mut ends: Vec<usize> = Vec::new();
        let mut starts_statement = true;
        for at in 0..code.tokens.len() {
            let token = code.tokens[at];
            if token.in_directive {
                continue;
            }
            while ends.last().is_some_and(|&end| end <= at) {
                ends.pop();
            }
            if starts_statement && token.kind == TokenKind::Identifier && !is_dead(at) {
                let end = ends.last().copied().unwrap_or(code.tokens.len());
                variables.add_statement(code, at, end);
            }
            starts_statement = token.is(b';') || token.is(b'{') || token.is(b'}') || token.is(b':');
            if token.is(b'{') {
                ends.push(code.close(at).unwrap_or(code.tokens.len()));
            }
            if token.is(b'(') {
                starts_statement = code.previous(at).is_some_and(|i| matches!(code.text(i), b"for" | b"if" | b"while"));
            }
            // `template <int N> int x;`
            starts_statement |= token.is(b'>') && code.next(at).is_some_and(|i| code.is_word(i, b"using"));
        }
        variables
    }

    /// The declaration that the name at `at` means: of those before it, the last whose scope it stands in.
    pub fn find(&self, code: &Code<'_>, at: usize) -> Option<&Variable> {
        let all = self.by_name.get(code.text(at))?;
        all.iter().filter(|v| v.name <= at && v.scope.contains(&at)).max_by_key(|v| v.name)
    }

    /// All declarations, by place.
    pub fn all(&self) -> Vec<&Variable> {
        let mut all: Vec<&Variable> = self.by_name.values().flatten().collect();
        all.sort_by_key(|variable| variable.name);
        all
    }

    /// All declarations of a name.
    pub fn named(&self, name: &[u8]) -> &[Variable] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    fn add_parameters(&mut self, code: Code<'a>, (open, close): (usize, usize), end: usize) {
        for argument in code.split(open, close).unwrap_or_default() {
            if let Some((mut variable, _)) = declarator(&code, argument.first, argument.last + 1) {
                variable.scope = open..end;
                variable.parameter = true;
                self.add(code, variable);
            }
        }
    }

    fn add_statement(&mut self, code: Code<'a>, at: usize, end: usize) {
        let Some((first, mut next)) = declarator(&code, at, end) else { return };
        let mut group = vec![first];
        while group.len() < MOST_DECLARATORS && next < end && code.is(next, b',') {
            let Some((variable, after)) = code.next(next).and_then(|at| further_declarator(&code, at, end, &group[0])) else {
                break;
            };
            group.push(variable);
            next = after;
        }
        let alone = group.len() == 1;
        for mut variable in group {
            variable.scope = variable.name..end;
            variable.alone = alone;
            self.add(code, variable);
        }
    }

    fn add(&mut self, code: Code<'a>, variable: Variable) {
        self.by_name.entry(code.text(variable.name)).or_default().push(variable);
    }
}

/// The type between specifiers at its start and end.
pub fn without_specifiers(code: &Code<'_>, (mut first, mut last): (usize, usize)) -> Option<(usize, usize)> {
    while first < last && SPECIFIERS.contains(&code.text(first)) {
        first = code.next(first)?;
    }
    while last > first && SPECIFIERS.contains(&code.text(last)) {
        last = code.previous(last)?;
    }
    Some((first, last))
}

/// A type and the first name declared with it, and the token after its initialiser.
fn declarator(code: &Code<'_>, first: usize, end: usize) -> Option<(Variable, usize)> {
    let mut at = first;
    let (mut type_words, mut last_type, mut indirect) = (0, None, false);
    for _ in 0..LONGEST_TYPE {
        let token = code.tokens[at];
        let next = code.next(at).filter(|&next| next < end);
        if token.kind == TokenKind::Identifier {
            let text = code.text(at);
            if NO_TYPES.contains(&text) {
                return None;
            }
            let ends = next.is_none_or(|i| b"=;,([{:)".iter().any(|b| code.is(i, *b)));
            if ends && type_words > 0 && !SPECIFIERS.contains(&text) {
                let kind = (first, last_type?);
                // `unsigned x` has two words of which both may be types.
                if next.is_none() && integer_type(code, at, at).is_some() {
                    return None;
                }
                return finish(code, kind, indirect, at, end);
            }
            type_words += usize::from(!SPECIFIERS.contains(&text));
            last_type = Some(at);
            let is_template = next.is_some_and(|i| code.is(i, b'<'));
            if is_template {
                at = closing_angle(code, next?, end.min(at + LONGEST_TYPE));
                if !code.is(at, b'>') {
                    return None;
                }
                last_type = Some(at);
            }
        } else if token.is(b'*') || token.is(b'&') {
            if type_words == 0 {
                return None;
            }
            indirect = true;
        } else if token.kind != TokenKind::Scope {
            return None;
        }
        at = code.next(at).filter(|&next| next < end)?;
    }
    None
}

/// `, *name[3] = {}` after the first name.
fn further_declarator(code: &Code<'_>, first: usize, end: usize, group: &Variable) -> Option<(Variable, usize)> {
    let (mut at, mut indirect) = (first, false);
    while code.is(at, b'*') || code.is(at, b'&') {
        indirect = true;
        at = code.next(at)?;
    }
    if code.kind(at) != TokenKind::Identifier || !code.next(at).is_some_and(|i| b"=;,([{".iter().any(|b| code.is(i, *b))) {
        return None;
    }
    finish(code, group.kind, indirect, at, end)
}

/// What stands after the name: dimensions and initialiser.
fn finish(code: &Code<'_>, kind: (usize, usize), indirect: bool, name: usize, end: usize) -> Option<(Variable, usize)> {
    let mut variable =
        Variable { name, kind, indirect, array: None, initializer: None, scope: name..end, parameter: false, alone: true };
    let mut at = code.next(name).unwrap_or(end);
    while at < end && code.is(at, b'[') {
        let close = code.close(at)?;
        variable.array = variable.array.or(Some((at, close)));
        at = code.next(close).unwrap_or(end);
    }
    if at >= end {
        return Some((variable, end));
    }
    if code.is(at, b'(') || code.is(at, b'{') {
        let close = code.close(at)?;
        let inside = (code.next(at)?, code.previous(close)?);
        variable.initializer = (inside.0 <= inside.1).then_some(inside);
        at = code.next(close).unwrap_or(end);
    } else if code.is(at, b'=') || code.is(at, b':') {
        let first = code.next(at)?;
        let mut last = first;
        loop {
            last = code.skip(last);
            match code.next(last).filter(|&next| next < end) {
                Some(next) if b";,)".iter().any(|b| code.is(next, *b)) => {
                    at = next;
                    break;
                }
                Some(next) => last = next,
                None => {
                    at = end;
                    break;
                }
            }
        }
        variable.initializer = Some((first, last));
    }
    Some((variable, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Alone;
    use crate::macros::Macros;
    use crate::with_tokens;
    use hipify_diagnostics::{Language, Source};

    fn found(source: &str, name: &str) -> Vec<(String, Option<String>)> {
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| {
            let functions = Functions::of(&code, Language::Cuda, &Macros::of(code, &|_| false, &Alone), &Alone);
            let variables = Variables::of(code, &functions, &|_| false);
            let text = |(first, last): (usize, usize)| source[code.span(first, last)].to_owned();
            variables.named(name.as_bytes()).iter().map(|v| (text(v.kind), v.initializer.map(text))).collect()
        })
    }

    fn one(source: &str, name: &str) -> (String, Option<String>) {
        let all = found(source, name);
        assert_eq!(all.len(), 1, "{all:?}");
        all.into_iter().next().unwrap()
    }

    #[test]
    fn declarations_are_found_with_type_and_initialiser() {
        let source = "template <typename T> __global__ void k(const unsigned *p, T v, int) {
            const unsigned int mask = __ballot_sync(~0ull, f(v)), other = 3; for (int o = 16; o > 0; o >>= 1) { std::vector<int> x(3); }
            __shared__ T slots[32]; if (unsigned m = 5) return; a = b; p[2] = 3; return other; }";
        let some = |a: &str, b: &str| (a.to_owned(), Some(b.to_owned()));
        assert_eq!(one(source, "mask"), some("const unsigned int", "__ballot_sync(~0ull, f(v))"));
        assert_eq!(one(source, "other"), some("const unsigned int", "3"));
        assert_eq!(one(source, "o"), some("int", "16"));
        assert_eq!(one(source, "x"), some("std::vector<int>", "3"));
        assert_eq!(one(source, "m"), some("unsigned", "5"));
        assert_eq!(one(source, "p"), ("const unsigned".to_owned(), None));
        assert_eq!(one(source, "slots"), ("__shared__ T".to_owned(), None));
        assert_eq!(found(source, "a"), []);
    }
}
