//! Edits that give a mask of lanes 64 bits: the variable's type, and what is done with it.

use crate::file::File;
use hipify_diagnostics::Edit;
use hipify_syntax::TokenKind;
use hipify_syntax::functions::Function;
use hipify_syntax::variables::{Variable, without_specifiers};

/// The type of a mask.
pub(crate) const MASK: &str = "unsigned long long";

/// Functions of 32 bits and their counterparts of 64.
pub(crate) const BIT_FUNCTIONS: &[(&str, &str)] =
    &[("__popc", "__popcll"), ("__ffs", "__ffsll"), ("__clz", "__clzll"), ("__brev", "__brevll")];

/// Tokens of a scope that edits are looked for in.
const LONGEST_SCOPE: usize = 20_000;

/// Edits that make the variable a mask of 64 bits; `None` where more depends on its type than its scope shows.
pub(crate) fn widen_variable(file: &File<'_>, variable: &Variable) -> Option<Vec<Edit>> {
    if !variable.alone || variable.indirect || variable.parameter && file.function_at(variable.scope.end - 1).is_none() {
        return None;
    }
    let (first, last) = without_specifiers(&file.code, variable.kind)?;
    file.aliases().integer(&file.code, (first, last))?;
    let mut edits = vec![Edit::replace(file.code.span(first, last), MASK)];
    edits.extend(widen_uses(file, variable)?);
    Some(edits)
}

/// Edits of what is done with the variable.
fn widen_uses(file: &File<'_>, variable: &Variable) -> Option<Vec<Edit>> {
    let code = &file.code;
    let name = code.text(variable.name);
    let mut edits = Vec::new();
    for at in variable.scope.clone().take(LONGEST_SCOPE) {
        if code.kind(at) != TokenKind::Identifier || code.text(at) != name || at == variable.name {
            continue;
        }
        // Something else may write through the address as a 32-bit number.
        let takes_address = code
            .previous(at)
            .is_some_and(|i| code.is(i, b'&') && code.previous(i).is_some_and(|i| b"(,=".iter().any(|b| code.is(i, *b))));
        if takes_address {
            return None;
        }
        edits.extend(widen_use(file, at)?);
        edits.extend(widen_return(file, at));
    }
    if let Some((first, last)) = variable.initializer {
        edits.extend(widen_shifts(file, first, last));
    }
    Some(edits)
}

/// The edit of the type of a function that returns the variable at `at`.
fn widen_return(file: &File<'_>, at: usize) -> Option<Edit> {
    let is_returned = file.code.previous(at).is_some_and(|i| file.code.is_word(i, b"return"));
    let function = file.function_at(at).filter(|_| is_returned && file.code.next_is(at, b';'))?;
    widen_result(file, function)
}

/// The edit that makes the result of a function, an integer of 32 bits so far, a mask of 64.
pub(crate) fn widen_result(file: &File<'_>, function: &Function) -> Option<Edit> {
    let kind = file.return_type(function)?;
    file.aliases().integer(&file.code, kind).filter(|(bits, _)| *bits == 32)?;
    let (first, last) = without_specifiers(&file.code, kind)?;
    Some(Edit::replace(file.code.span(first, last), MASK))
}

/// Edits of the bit functions that the mask at `at` is given to, and of the shifts beside it. `None`: a `__clz` that cannot be
/// told what it is for.
fn widen_use(file: &File<'_>, at: usize) -> Option<Vec<Edit>> {
    let code = &file.code;
    let mut edits = Vec::new();
    let (mut first, mut last) = (at, at);
    for _ in 0..8 {
        let Some((open, close)) = brackets_around(file, first, last) else { break };
        edits.extend(widen_shifts(file, code.next(open)?, code.previous(close)?));
        if let Some(name) = code.previous(open).filter(|&i| code.kind(i) == TokenKind::Identifier) {
            if let Some(more) = widen_bit_function(file, name) {
                edits.extend(more?);
            }
            break;
        }
        (first, last) = (open, close);
    }
    let (left, right) = statement_around(file, at);
    edits.extend(widen_shifts(file, left, right));
    Some(edits)
}

/// Edits that make the call of a bit function at `name` one of 64 bits: none for other functions, `Some(None)` where its result
/// is used in a way that would change.
pub(crate) fn widen_bit_function(file: &File<'_>, name: usize) -> Option<Option<Vec<Edit>>> {
    let (_, wide) = BIT_FUNCTIONS.iter().find(|(narrow, _)| *narrow == file.text(name))?;
    let mut edits = vec![Edit::replace(file.span(name), *wide)];
    if *wide == "__clzll" {
        // `31 - __clz(m)`: the last lane's number.
        let minus = file.code.previous(name).filter(|&i| file.code.is(i, b'-'));
        let from = minus.and_then(|minus| file.code.previous(minus)).filter(|&i| file.text(i) == "31" || file.text(i) == "32");
        let Some(from) = from else { return Some(None) };
        edits.push(Edit::replace(file.span(from), if file.text(from) == "31" { "63" } else { "64" }));
    }
    if *wide == "__brevll" {
        return Some(None);
    }
    Some(Some(edits))
}

/// `1 << lane` and `1u << lane` between two tokens, as 64-bit numbers; brackets looked into.
pub(crate) fn widen_shifts(file: &File<'_>, first: usize, last: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in first..=last.min(first + 256) {
        if let Some(one) = narrow_shift(file, at) {
            edits.push(Edit::replace(file.span(one), wide_number(file.text(one))));
        }
    }
    edits
}

/// The number of 32 bits that the `<<` or `>>` at `at` shifts by what is no constant.
pub(crate) fn narrow_shift(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let is_shift = (code.is(at, b'<') || code.is(at, b'>')) && hipify_syntax::tokens::operator(code, at).len() == 2;
    if !is_shift || !b"<>".contains(&code.tokens.get(at + 1)?.first) {
        return None;
    }
    let number = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Number)?;
    let value = file.value(number, number).filter(|value| value.bits == 32)?;
    let by = code.next(at + 1)?;
    let by_constant = file.value(by, hipify_syntax::tokens::operand_end(code, by)).is_some();
    (matches!(value.number, 1 | 2 | 0xffff_ffff) && !by_constant).then_some(number)
}

/// The 64-bit literal that means the same of all lanes: `1` as `1ull`, `0xffffffff` as `~0ull`.
fn wide_number(text: &str) -> String {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if digits.len() > 2 { "~0ull".to_owned() } else { format!("{digits}ull") }
}

/// The nearest brackets around the tokens, in the same statement.
fn brackets_around(file: &File<'_>, first: usize, last: usize) -> Option<(usize, usize)> {
    let code = &file.code;
    let mut at = first;
    for _ in 0..128 {
        at = code.previous(at)?;
        if code.is(at, b'(') {
            let close = code.close(at).filter(|&close| close > last)?;
            return Some((at, close));
        }
        if b";{}[".iter().any(|b| code.is(at, *b)) {
            return None;
        }
        if code.is(at, b')') || code.is(at, b']') {
            at = code.open(at)?;
        }
    }
    None
}

/// First and last token of the statement around `at`.
fn statement_around(file: &File<'_>, at: usize) -> (usize, usize) {
    let code = &file.code;
    let stops = |i: usize| b";{}".iter().any(|b| code.is(i, *b));
    let (mut first, mut last) = (at, at);
    for _ in 0..128 {
        match code.previous(first).filter(|&i| !stops(i)) {
            Some(before) => first = before,
            None => break,
        }
    }
    for _ in 0..128 {
        match code.next(last).filter(|&i| !stops(i)) {
            Some(next) => last = next,
            None => break,
        }
    }
    (first, last)
}
