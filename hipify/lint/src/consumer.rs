//! Where the mask that a call gives goes: a variable, a cast, a function, what is returned.

use crate::file::File;
use crate::file::masks::mask_in;
use hipify_syntax::TokenKind;
use hipify_syntax::call::Call;

/// Where the value of an expression goes.
#[derive(Clone, Debug)]
pub(crate) enum Consumer {
    /// `type name = mask`: the token of the name.
    Starts(usize),
    /// `name = mask`, `name[i] |= mask`, `x.name = mask`: the token of the name.
    Assigns(usize),
    /// `return mask`.
    Returns,
    /// `f(mask)`: the token of the name and which argument it is.
    Passed(usize, usize),
    /// `(type)mask`, `static_cast<type>(mask)`, `type(mask)`: first and last token of the type, and of the whole.
    Cast((usize, usize), (usize, usize)),
    /// Nothing that a mask could be lost in.
    Other,
}

/// Where the mask that the call named at `name` gives goes.
pub(crate) fn consumer(file: &File<'_>, call: &Call) -> Consumer {
    let first = hipify_syntax::tokens::operand_start(&file.code, call.name);
    climb(file, first, call.close).unwrap_or(Consumer::Other)
}

fn climb(file: &File<'_>, mut first: usize, mut last: usize) -> Option<Consumer> {
    let code = &file.code;
    for _ in 0..16 {
        if let Some(kind) = cast_before(file, first) {
            let open = code.open(code.previous(first)?)?;
            return Some(Consumer::Cast(kind, (open, last)));
        }
        let (left, right) = level(file, first, last)?;
        let (from, to) = (code.next(left)?, code.previous(right)?);
        mask_in(file, from, to)?;
        if code.is(left, b'=') {
            return assignment(file, left);
        }
        if code.is_word(left, b"return") {
            return Some(Consumer::Returns);
        }
        if let Some((name, number)) = argument_of(file, left) {
            return Some(Consumer::Passed(name, number));
        }
        if !code.is(left, b'(') || code.close(left) != Some(right) {
            return None;
        }
        if let Some(consumer) = bracket_cast(file, left, right) {
            return Some(consumer);
        }
        if code.previous(left).is_some_and(|i| matches!(code.text(i), b"if" | b"while" | b"switch")) {
            return None;
        }
        (first, last) = (left, right);
    }
    None
}

/// `(type)` before `first`: the type.
fn cast_before(file: &File<'_>, first: usize) -> Option<(usize, usize)> {
    let close = file.code.previous(first).filter(|&i| file.code.is(i, b')'))?;
    let open = file.code.open(close)?;
    let before = file.code.previous(open);
    // `if (n) __ballot(...)`
    if before.is_some_and(|i| file.code.kind(i) == TokenKind::Identifier && !file.code.is_word(i, b"return")) {
        return None;
    }
    let kind = (file.code.next(open)?, file.code.previous(close)?);
    file.aliases().integer(&file.code, kind).map(|_| kind)
}

/// `static_cast<type>(`, `unsigned(` at the bracket.
fn bracket_cast(file: &File<'_>, open: usize, close: usize) -> Option<Consumer> {
    let code = &file.code;
    let before = code.previous(open)?;
    if code.is(before, b'>') {
        let angle = code.template_open(before)?;
        let name = code.previous(angle).filter(|&i| code.is_word(i, b"static_cast"))?;
        return Some(Consumer::Cast((code.next(angle)?, code.previous(before)?), (name, close)));
    }
    file.aliases().integer(code, (before, before)).map(|_| Consumer::Cast((before, before), (before, close)))
}

/// The tokens on both sides of the expression around `first` to `last` that end it at this level.
fn level(file: &File<'_>, first: usize, last: usize) -> Option<(usize, usize)> {
    let code = &file.code;
    let mut left = code.previous(first)?;
    for _ in 0..256 {
        if b"([{;,}?:".iter().any(|b| code.is(left, *b)) || code.is_word(left, b"return") || is_assignment(file, left) {
            break;
        }
        if code.is(left, b')') || code.is(left, b']') {
            left = code.open(left)?;
        }
        left = code.previous(left)?;
    }
    let mut right = code.next(last)?;
    for _ in 0..256 {
        if b")]};,?:".iter().any(|b| code.is(right, *b)) {
            return Some((left, right));
        }
        if code.is(right, b'(') || code.is(right, b'[') {
            right = code.close(right)?;
        }
        right = code.next(right)?;
    }
    None
}

/// Whether the token is the `=` of an assignment, and not of a comparison.
fn is_assignment(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let touches = |i: Option<usize>, bytes: &[u8], before: bool| {
        i.is_some_and(|i| {
            let adjacent =
                if before { code.tokens[i].end == code.tokens[at].start } else { code.tokens[i].start == code.tokens[at].end };
            adjacent && bytes.iter().any(|b| code.is(i, *b))
        })
    };
    let shifts = || {
        let text = &code.source[..code.tokens[at].start as usize];
        text.ends_with(b"<<") || text.ends_with(b">>")
    };
    code.is(at, b'=') && !touches(code.next(at), b"=", false) && (!touches(code.previous(at), b"=!<>", true) || shifts())
}

fn assignment(file: &File<'_>, equals: usize) -> Option<Consumer> {
    let code = &file.code;
    let mut target = code.previous(equals)?;
    let is_compound = code.kind(target) == TokenKind::Punctuation && b"|&^".contains(&code.tokens[target].first);
    if is_compound {
        target = code.previous(target)?;
    }
    while code.is(target, b']') {
        target = code.previous(code.open(target)?)?;
    }
    if code.kind(target) != TokenKind::Identifier {
        return None;
    }
    let is_declared = file.variable(target).is_some_and(|variable| variable.name == target);
    Some(if is_declared { Consumer::Starts(target) } else { Consumer::Assigns(target) })
}

/// The function whose argument starts after the token at `left`, a bracket or a comma.
fn argument_of(file: &File<'_>, left: usize) -> Option<(usize, usize)> {
    let code = &file.code;
    let mut open = left;
    let mut number = 0;
    for _ in 0..256 {
        if code.is(open, b'(') {
            break;
        }
        if code.is(open, b',') {
            number += 1;
        } else if code.is(open, b')') || code.is(open, b']') || code.is(open, b'}') {
            open = code.open(open)?;
        } else if b";{[".iter().any(|b| code.is(open, *b)) {
            return None;
        }
        open = code.previous(open)?;
    }
    if !code.is(open, b'(') {
        return None;
    }
    let name = code.previous(open).filter(|&i| code.kind(i) == TokenKind::Identifier)?;
    let is_call = !matches!(code.text(name), b"if" | b"while" | b"for" | b"switch" | b"return" | b"sizeof")
        && file.aliases().integer(code, (name, name)).is_none();
    is_call.then_some((name, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::masks::SOURCES;
    use crate::options::Options;
    use hipify_diagnostics::Source;
    use hipify_syntax::{Tree, with_tokens};

    fn consumers(text: &str) -> Vec<String> {
        let source = Source { path: "a.cu", bytes: text.as_bytes() };
        with_tokens(&source, |code, _| {
            let (tree, options) = (Tree::default(), Options::default());
            let outside = crate::headers::Outside::nothing();
            let file = File::new(&source, code, &tree, &options, &outside);
            let calls =
                (0..code.tokens.len()).filter(|&at| code.kind(at) == TokenKind::Identifier && SOURCES.contains(&file.text(at)));
            let describe = |call: Call| match consumer(&file, &call) {
                Consumer::Starts(at) => format!("starts {}", file.text(at)),
                Consumer::Assigns(at) => format!("assigns {}", file.text(at)),
                Consumer::Returns => "returns".to_owned(),
                Consumer::Passed(at, number) => format!("passed {} {number}", file.text(at)),
                Consumer::Cast((first, last), _) => format!("cast {}", &text[code.span(first, last)]),
                Consumer::Other => "other".to_owned(),
            };
            calls.filter_map(|at| Call::at(&code, at)).map(describe).collect()
        })
    }

    #[test]
    fn a_mask_is_followed_to_where_it_goes() {
        let source = "__device__ int f() { unsigned a = __activemask() & m; int some = __ballot_sync(~0ull, v > 1); x[i] |= (__ballot(p) | 1) << 2;
            g(1, __ballot(p)); y = (unsigned)__ballot(p); if (__ballot(p)) return __ballot(p); z = __ballot(p) == 0; w = __ballot(p) & 1; }";
        assert_eq!(
            consumers(source),
            ["starts a", "starts some", "assigns x", "passed g 1", "cast unsigned", "other", "returns", "other", "other"]
        );
    }
}
