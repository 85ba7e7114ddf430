//! Which expressions are masks of lanes.

use crate::file::File;
use hipify_syntax::TokenKind;
use hipify_syntax::call::is_free_name;
use hipify_syntax::tokens::{Operator, operand_end, operator, operators, without_brackets};
use hipify_syntax::variables::Variable;

/// Functions that give a mask of the wave's lanes: 64 bits in HIP.
pub(crate) const SOURCES: &[&str] = &[
    "__ballot",
    "__ballot_sync",
    "__activemask",
    "__match_any",
    "__match_any_sync",
    "__match_all",
    "__match_all_sync",
    "__lanemask_lt",
    "__lanemask_gt",
    "__lanemask_eq",
];

/// Variables of variables that are followed.
const DEEPEST: usize = 6;

/// Tokens of a scope that are searched for assignments.
const LONGEST_SCOPE: usize = 20_000;

/// The call that makes the expression from `first` to `last` a mask of lanes, its value not reduced to less: by its position.
pub(crate) fn mask_in(file: &File<'_>, first: usize, last: usize) -> Option<usize> {
    within(file, first, last, DEEPEST)
}

fn within(file: &File<'_>, first: usize, last: usize, depth: usize) -> Option<usize> {
    let code = &file.code;
    let (first, last) = without_brackets(code, first, last);
    if depth == 0 || first > last {
        return None;
    }
    let all = operators(code, first, last);
    if all.iter().any(|operator| !keeps_mask(file, operator, last)) {
        return None;
    }
    let mut start = first;
    let mut edges: Vec<usize> = all.iter().map(|operator| operator.first).collect();
    edges.push(usize::MAX);
    for (number, edge) in edges.into_iter().enumerate() {
        let operand = if edge == usize::MAX {
            Some((start, last))
        } else {
            (edge > start).then(|| Some((start, code.previous(edge)?))).flatten()
        };
        // What a mask is shifted by is no mask.
        let shifted_by = number > 0 && matches!(all[number - 1].text, b"<<" | b">>");
        if let Some(found) = operand.filter(|_| !shifted_by).and_then(|(first, last)| operand_mask(file, first, last, depth)) {
            return Some(found);
        }
        if let Some(operator) = all.get(number) {
            start = code.next(operator.last).filter(|&next| next <= last)?;
        }
    }
    None
}

/// Whether an operator leaves what it has on its left a mask: not comparisons, and not `& 1`, which picks lanes on purpose.
fn keeps_mask(file: &File<'_>, operator: &Operator<'_>, last: usize) -> bool {
    let constant = || {
        let first = file.code.next(operator.last).filter(|&next| next <= last)?;
        file.value(first, operand_end(&file.code, first).min(last))
    };
    match operator.text {
        b"|" | b"^" | b"~" | b"-" => true,
        b"&" => constant().is_none_or(|value| value.number < 0 || value.bits == 64 && value.number > i64::from(u32::MAX).into()),
        b"<<" => true,
        b">>" => constant().is_none_or(|value| value.number < 32),
        _ => false,
    }
}

/// One operand: a call that gives a mask, a variable that holds one, or an expression in brackets.
fn operand_mask(file: &File<'_>, first: usize, last: usize, depth: usize) -> Option<usize> {
    let code = &file.code;
    if code.is(first, b'(') {
        let close = code.close(first)?;
        return if close == last { within(file, first, last, depth - 1) } else { cast_mask(file, first, close, last, depth) };
    }
    if code.kind(last) == TokenKind::Identifier && first == last {
        return variable_mask(file, first, depth);
    }
    if code.is(last, b')') {
        let name = call_name(file, last)?;
        return is_source(file, name).then_some(name);
    }
    None
}

/// `(type)mask`: still a mask where the type has 64 bits.
fn cast_mask(file: &File<'_>, open: usize, close: usize, last: usize, depth: usize) -> Option<usize> {
    let code = &file.code;
    let kind = (code.next(open)?, code.previous(close)?);
    let (bits, _) = file.aliases().integer(code, kind)?;
    let after = code.next(close).filter(|&next| next <= last)?;
    if bits == 64 { within(file, after, last, depth - 1) } else { None }
}

/// The name of the call that ends with the bracket at `close`.
fn call_name(file: &File<'_>, close: usize) -> Option<usize> {
    let name = file.code.previous(file.code.open(close)?)?;
    (file.code.kind(name) == TokenKind::Identifier).then_some(name)
}

/// Whether the name at `at` is of a call that gives a mask of a wave's lanes.
pub(crate) fn is_source(file: &File<'_>, at: usize) -> bool {
    let text = file.text(at);
    if is_free_name(&file.code, at) {
        return SOURCES.contains(&text) || returns_mask(file, text);
    }
    // Of a tile of up to 32 threads the result is counted from the tile's first lane; of a coalesced group it is not.
    matches!(text, "ballot" | "match_any" | "match_all") && is_coalesced(file, at)
}

fn is_coalesced(file: &File<'_>, method: usize) -> bool {
    let object = file.code.previous(method).and_then(|dot| file.code.previous(dot));
    let Some(variable) = object.filter(|&at| file.code.kind(at) == TokenKind::Identifier).and_then(|at| file.variable(at)) else {
        return false;
    };
    let says = |range: Option<(usize, usize)>| {
        range.is_some_and(|(first, last)| (first..=last).any(|i| matches!(file.text(i), "coalesced_group" | "coalesced_threads")))
    };
    says(Some(variable.kind)) || says(variable.initializer)
}

/// Whether the file or its local headers have just one function of this name, and it returns a mask in 64 bits.
pub(crate) fn returns_mask(file: &File<'_>, name: &str) -> bool {
    if file.functions().named(name.as_bytes()).next().is_none() {
        return file.outside.function(name.as_bytes()).is_some_and(|callee| callee.gives_mask);
    }
    let Some(function) = file.functions().only(name.as_bytes()) else { return false };
    let is_wide = |kind| file.aliases().integer(&file.code, kind).is_some_and(|(bits, _)| bits == 64);
    if !file.return_type(function).is_some_and(is_wide) {
        return false;
    }
    let returns = function.body.clone().filter(|&at| file.code.is_word(at, b"return")).take(4);
    let mut results = returns.filter_map(|at| {
        let first = file.code.next(at)?;
        Some((first, statement_end(file, first)?))
    });
    results.any(|(first, last)| direct_source(file, first, last))
}

/// Whether a call of [`SOURCES`] stands in the range.
fn direct_source(file: &File<'_>, first: usize, last: usize) -> bool {
    (first..=last)
        .any(|at| file.code.kind(at) == TokenKind::Identifier && SOURCES.contains(&file.text(at)) && file.code.next_is(at, b'('))
}

/// The last token before the `;` after `first`.
pub(crate) fn statement_end(file: &File<'_>, first: usize) -> Option<usize> {
    let mut last = first;
    for _ in 0..512 {
        last = file.code.skip(last);
        let next = file.code.next(last)?;
        if file.code.is(next, b';') {
            return Some(last);
        }
        last = next;
    }
    None
}

/// The call whose mask the variable at `at` holds; worked out once for each variable.
fn variable_mask(file: &File<'_>, at: usize, depth: usize) -> Option<usize> {
    let variable = file.variable(at).filter(|variable| variable.array.is_none())?;
    if let Some(known) = file.held_masks.borrow().get(&variable.name) {
        return *known;
    }
    // Until it is known, for `x = x & y`.
    file.held_masks.borrow_mut().insert(variable.name, None);
    let initial = variable.initializer.and_then(|(first, last)| within(file, first, last, depth - 1));
    let later = || assigned(file, variable).into_iter().take(8).find_map(|(first, last)| within(file, first, last, depth - 1));
    let found = initial.or_else(later);
    file.held_masks.borrow_mut().insert(variable.name, found);
    found
}

/// What is assigned to a variable within its scope, by `=`, `|=` and the like.
pub(crate) fn assigned(file: &File<'_>, variable: &Variable) -> Vec<(usize, usize)> {
    let code = &file.code;
    let name = code.text(variable.name);
    let mut found = Vec::new();
    for at in variable.scope.clone().skip(1).take(LONGEST_SCOPE) {
        if code.kind(at) != TokenKind::Identifier || code.text(at) != name || !hipify_syntax::call::is_free_name(code, at) {
            continue;
        }
        let Some(next) = code.next(at).filter(|&next| code.kind(next) == TokenKind::Punctuation) else { continue };
        let text = operator(code, next);
        if !matches!(text, b"=" | b"|=" | b"^=") {
            continue;
        }
        let first = code.next(next + text.len() - 1);
        if let Some(range) = first.and_then(|first| Some((first, statement_end(file, first)?))) {
            found.push(range);
        }
    }
    found
}
