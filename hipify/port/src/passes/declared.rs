//! CUDA-like names that a file declares: a name of the user's own is no CUDA name, in whichever file of the tree it is used.
//!
//! Told from the tokens alone, since it only silences reports: where it errs, a report is missing or too many, and the code
//! is not touched.

use super::sweep::Found;
use hipify_syntax::{Argument, Code, TokenKind};
use std::collections::BTreeSet;

pub(crate) fn declared(code: &Code<'_>, found: &Found) -> Vec<String> {
    let mut names = BTreeSet::new();
    let table = found.symbols.iter().filter(|(_, symbol)| symbol.hip().is_none()).map(|(at, _)| *at);
    for at in found.unknown.iter().copied().chain(table) {
        if declares(code, at) {
            names.insert(String::from_utf8_lossy(&code.spelling(at)).into_owned());
        }
    }
    let opened = |at: &&usize| code.previous(**at).is_some_and(|i| code.is_word(i, b"namespace")) && code.next_is(**at, b'{');
    names.extend(found.namespaces.iter().filter(opened).map(|&at| String::from_utf8_lossy(code.text(at)).into_owned()));
    for &at in &found.enums {
        let enumerators = enumerators_of(code, at);
        names.extend(enumerators.iter().map(|a| String::from_utf8_lossy(&code.spelling(a.first)).into_owned()));
    }
    names.into_iter().collect()
}

/// Whether the name at `at` stands where a declaration or a macro definition puts it.
pub(crate) fn declares(code: &Code<'_>, at: usize) -> bool {
    let Some(before) = code.previous(at) else { return false };
    match code.kind(before) {
        TokenKind::Identifier => declares_after_word(code, before, at),
        TokenKind::Punctuation if code.is(before, b'*') || code.is(before, b'&') => {
            declares_after_pointer(code, before, at)
                || code.previous(before).is_some_and(|comma| {
                    code.is(comma, b',') && (is_later_declarator(code, comma, at) || is_later_variable(code, comma, at))
                })
        }
        TokenKind::Punctuation if code.is(before, b'>') => ends_declarator(code, at),
        // `typedef struct { ... } name;`
        TokenKind::Punctuation if code.is(before, b'}') => code.next_is(at, b';') || code.next_is(at, b','),
        // The second and later names of a declaration, and macro parameters.
        TokenKind::Punctuation if code.is(before, b',') && !code.tokens[at].in_directive => {
            code.next_is(at, b'=') || is_later_declarator(code, before, at) || is_later_variable(code, before, at)
        }
        _ => false,
    }
}

fn declares_after_word(code: &Code<'_>, before: usize, at: usize) -> bool {
    match code.text(before) {
        b"define" => code.previous(before).is_some_and(|i| code.kind(i) == TokenKind::Hash),
        b"struct" | b"class" | b"union" | b"enum" | b"namespace" | b"using" | b"typename" | b"goto" => true,
        b"return" | b"else" | b"do" | b"case" | b"throw" | b"new" | b"delete" | b"sizeof" | b"not" | b"and" | b"or" | b"if"
        | b"ifdef" | b"ifndef" | b"elif" | b"defined" | b"undef" | b"co_return" | b"co_await" | b"co_yield" | b"in"
        | b"operator" | b"alignof" | b"typeof" | b"__typeof__" | b"decltype" | b"constexpr_if" => false,
        _ => ends_declarator(code, at),
    }
}

/// What stands after a declared name.
fn ends_declarator(code: &Code<'_>, at: usize) -> bool {
    let Some(next) = code.next(at) else { return code.tokens[at].in_directive };
    b"=;,()[{:".iter().any(|b| code.is(next, *b))
}

/// `T *name`, `T &name`: a declaration if what stands before the stars is a type and not a value; `a * name` is told apart
/// by what starts the statement.
fn declares_after_pointer(code: &Code<'_>, star: usize, at: usize) -> bool {
    let mut first = star;
    while code.previous(first).is_some_and(|i| code.is(i, b'*') || code.is(i, b'&')) {
        first = code.previous(first).expect("checked in the condition");
    }
    let Some(kind) = code.previous(first) else { return false };
    // `void (*name)(int)`
    if code.is(kind, b'(') && code.next_is(at, b')') {
        return true;
    }
    let type_like = code.kind(kind) == TokenKind::Identifier || code.is(kind, b'>');
    let starts = code.previous(kind).is_none_or(|i| {
        b";{}(,".iter().any(|b| code.is(i, *b)) || code.kind(i) == TokenKind::Identifier && code.text(i) != b"return"
    });
    type_like && starts && ends_declarator(code, at)
}

/// `typedef struct { ... } name, *name, name[2];`: a later name, where the body of a structure stands before the first.
fn is_later_declarator(code: &Code<'_>, comma: usize, at: usize) -> bool {
    let mut earlier = code.previous(comma);
    while let Some(i) = earlier.filter(|&i| code.kind(i) == TokenKind::Identifier || b"*,]".iter().any(|b| code.is(i, *b))) {
        earlier = code.previous(if code.is(i, b']') { code.open(i).unwrap_or(i) } else { i });
    }
    let body = earlier.filter(|&i| code.is(i, b'}')).and_then(|close| code.previous(code.open(close)?));
    let is_structure = |i: usize| matches!(code.text(i), b"struct" | b"union" | b"enum" | b"class");
    ends_declarator(code, at) && body.is_some_and(|i| is_structure(i) || code.previous(i).is_some_and(is_structure))
}

/// `static Grid source, *target[2] = {}, name;`: a later name, where the statement begins with a type and a name after it.
fn is_later_variable(code: &Code<'_>, comma: usize, at: usize) -> bool {
    let Some(start) = ends_declarator(code, at).then(|| statement_start(code, comma)).flatten() else { return false };
    let is_type = code.kind(start) == TokenKind::Identifier
        && !matches!(
            code.text(start),
            b"return" | b"throw" | b"case" | b"goto" | b"delete" | b"else" | b"co_return" | b"co_yield"
        );
    let named = |i: usize| code.kind(i) == TokenKind::Identifier || b"*&<:".iter().any(|b| code.is(i, *b));
    is_type && code.next(start).is_some_and(named)
}

/// The first token of the statement with this comma; `None` within parentheses, and where it is far away.
fn statement_start(code: &Code<'_>, comma: usize) -> Option<usize> {
    let mut start = comma;
    for _ in 0..256 {
        let Some(i) = code.previous(start).filter(|&i| !code.is(i, b';') && !code.is(i, b'{')) else { return Some(start) };
        if code.is(i, b'(') || code.tokens[i].in_directive {
            return None;
        }
        if !b")]}".iter().any(|b| code.is(i, *b)) {
            start = i;
            continue;
        }
        let open = code.open(i)?;
        // A body before the statement, and not an initialiser in it.
        if code.is(i, b'}') && !code.previous(open).is_some_and(|i| code.is(i, b'=') || code.is(i, b']')) {
            return Some(start);
        }
        start = open;
    }
    None
}

/// The enumerators of the `enum` at `at`; none for a declaration without a body.
fn enumerators_of(code: &Code<'_>, at: usize) -> Vec<Argument> {
    let arguments = enum_body(code, at).and_then(|open| code.arguments(open));
    arguments.unwrap_or_default().into_iter().filter(|a| code.kind(a.first) == TokenKind::Identifier).collect()
}

/// The `{` of the `enum` at `at`; `None` for a declaration without a body.
pub(super) fn enum_body(code: &Code<'_>, at: usize) -> Option<usize> {
    let open = (at + 1..(at + 12).min(code.tokens.len())).find(|&i| code.is(i, b'{') || code.is(i, b';'));
    open.filter(|&open| code.is(open, b'{'))
}
