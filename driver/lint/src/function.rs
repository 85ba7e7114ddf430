//! Tokens to the functions they lie in, by brackets alone, so that half-broken files have functions too.

use hipify_syntax::{Kind, Token};
use std::ops::Range;

/// Words that a bracket follows and that are no function's name.
const NO_NAMES: &[&[u8]] = &[
    b"__attribute__",
    b"__launch_bounds__",
    b"__cluster_dims__",
    b"__declspec",
    b"alignas",
    b"__align__",
    b"decltype",
    b"noexcept",
    b"requires",
    b"explicit",
    b"asm",
];

/// Where one function stands, from its first specifier to its last bracket.
#[derive(Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
}

/// The functions of a file, in source order; functions within functions belong to the outer one.
pub(crate) fn functions(bytes: &[u8], tokens: &[Token]) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    // Where the declaration that is being read starts, and how deep in round brackets we are.
    let (mut start, mut round) = (0usize, 0usize);
    // For each open brace: whether it opened a function.
    let mut open: Vec<bool> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.in_directive || token.kind == Kind::DirectiveEnd {
            continue;
        }
        if token.kind != Kind::Punctuation {
            continue;
        }
        match token.first {
            b'(' => round += 1,
            b')' => round = round.saturating_sub(1),
            b'{' => {
                let name = if open.contains(&true) { None } else { name(bytes, &tokens[start..at]) };
                open.push(name.is_some());
                if let Some(name) = name {
                    let first =
                        tokens[start..at].iter().find(|token| !token.in_directive).map_or(at, |token| token.range().start);
                    found.push(Function { name, span: first..bytes.len() });
                }
                (start, round) = (at + 1, 0);
            }
            b'}' => {
                if open.pop() == Some(true)
                    && let Some(last) = found.last_mut()
                {
                    last.span.end = token.range().end;
                }
                (start, round) = (at + 1, 0);
            }
            b';' if round == 0 => start = at + 1,
            _ => {}
        }
    }
    found
}

/// The name of the function that holds a byte.
pub(crate) fn function_at(functions: &[Function], offset: usize) -> Option<&str> {
    let number = functions.partition_point(|function| function.span.start <= offset).checked_sub(1)?;
    functions.get(number).filter(|function| offset < function.span.end).map(|function| function.name.as_str())
}

/// What stands before the first round bracket of a declaration, with its namespaces; of a macro such as `TEST`, its arguments
/// too.
fn name(bytes: &[u8], declaration: &[Token]) -> Option<String> {
    let tokens: Vec<&Token> = declaration.iter().filter(|token| !token.in_directive).collect();
    let text = |number: usize| &bytes[tokens[number].range()];
    let is_name = |number: usize| tokens[number].kind == Kind::Identifier && !NO_NAMES.contains(&text(number));
    let mut depth = 0usize;
    for number in 0..tokens.len() {
        let token = tokens[number];
        if token.is(b'=') && depth == 0 && !(number > 0 && text(number - 1) == b"operator") {
            return None;
        }
        if token.is(b'(') {
            if depth == 0 && number > 0 && is_name(number - 1) {
                let first = qualified_start(&tokens, number - 1);
                return Some(spelt(bytes, &tokens, first, number));
            }
            depth += 1;
        } else if token.is(b')') {
            depth = depth.saturating_sub(1);
        }
    }
    None
}

fn qualified_start(tokens: &[&Token], mut at: usize) -> usize {
    while at >= 2 && tokens[at - 1].kind == Kind::Scope && tokens[at - 2].kind == Kind::Identifier {
        at -= 2;
    }
    at
}

fn spelt(bytes: &[u8], tokens: &[&Token], first: usize, bracket: usize) -> String {
    let join = |from: usize, to: usize| -> String {
        tokens[from..to].iter().map(|token| String::from_utf8_lossy(&bytes[token.range()])).collect()
    };
    let name = join(first, bracket);
    let is_macro = name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
    let end = tokens[bracket..].iter().position(|token| token.is(b')')).map(|length| bracket + length + 1);
    match end.filter(|_| is_macro) {
        Some(end) => join(first, end),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        let tokens = hipify_syntax::lex(source.as_bytes()).tokens;
        functions(source.as_bytes(), &tokens).into_iter().map(|function| function.name).collect()
    }

    #[test]
    fn kernels_members_and_constructors_have_names() {
        let source = "namespace n { template <int N> __global__ void __launch_bounds__(64) k(int a) { if (a) { } } }\n\
                      struct S { S(int x) : a(x) { } int f() const { return 1; } int a; };\nvoid S::g() { }";
        assert_eq!(names(source), ["k", "S", "f", "S::g"]);
    }

    #[test]
    fn initialisers_and_types_are_no_functions() {
        assert!(names("int a[] = { f(1) }; struct alignas(16) T { int x; }; enum E { A };").is_empty());
    }

    #[test]
    fn a_test_macro_is_named_with_its_arguments() {
        assert_eq!(names("TEST(Foo, Bar) { }"), ["TEST(Foo,Bar)"]);
    }

    #[test]
    fn a_place_is_in_the_function_around_it() {
        let source = "int a;\nvoid f() { int b; }\nint c;";
        let all = functions(source.as_bytes(), &hipify_syntax::lex(source.as_bytes()).tokens);
        assert_eq!(function_at(&all, source.find('b').unwrap()), Some("f"));
        assert_eq!(function_at(&all, source.find('c').unwrap()), None);
    }

    #[test]
    fn what_is_never_closed_goes_to_the_end() {
        let source = "void f() { int b;";
        let all = functions(source.as_bytes(), &hipify_syntax::lex(source.as_bytes()).tokens);
        assert_eq!(function_at(&all, source.len() - 1), Some("f"));
    }
}
