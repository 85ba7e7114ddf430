//! What hipify-clang does to a file and a port of our own does not: read only where its spelling is asked for.

use super::Context;
use super::sweep::Found;
use hipify_diagnostics::Edit;
use hipify_rules::{Symbol, Target, symbol};
use hipify_syntax::TokenKind;

/// Whether the name stays because hipify-clang converts it only beside `cublas_v2.h`.
pub(super) fn stays(context: &Context<'_>, found: &Found, symbol: Symbol) -> bool {
    context.options.choice.is_hipify() && symbol.is_hipify_v2_only() && !includes(context, found, b"cublas_v2.h")
}

fn includes(context: &Context<'_>, found: &Found, name: &[u8]) -> bool {
    let code = &context.code;
    let headers = found.directives.iter().map(|hash| hash + 2).filter(|&at| at < code.tokens.len());
    headers.into_iter().any(|at| code.kind(at) == TokenKind::HeaderName && code.text(at).get(1..name.len() + 1) == Some(name))
}

/// CUDA names in string literals. A name ends at a blank, or with the literal; it is converted when it is whole.
pub(super) fn port_strings(context: &mut Context<'_>, found: &Found) {
    for &at in found.strings.iter().filter(|&&at| context.code.kind(at) == TokenKind::String) {
        let token = context.code.tokens[at].range();
        let text = context.code.text(at);
        let Some(quote) = memchr::memchr(b'"', text) else { continue };
        let Some(content) = text[quote + 1..].strip_suffix(b"\"") else { continue };
        let mut begin = 0;
        while let Some(found) = memchr::memmem::find(&content[begin..], b"cu") {
            let start = begin + found;
            let from = (start + 4).min(content.len());
            let end = memchr::memchr(b' ', &content[from..]).map_or(content.len(), |blank| from + blank);
            if let Some(symbol) = symbol(&content[start..end])
                && let Target::Renamed(name) = context.options.choice.target(symbol)
            {
                context.converted.push(symbol.cuda());
                let offset = token.start + quote + 1;
                context.edits.push(Edit::replace(offset + start..offset + end, name));
            }
            begin = (end + 1).min(content.len());
        }
    }
}

/// Members of `half2` variables: `v.x` is a `half` in CUDA and an `unsigned short` in HIP.
pub(super) fn port_half2_members(context: &mut Context<'_>, found: &Found) {
    let code = context.code;
    let declares =
        |at: usize| code.next(at).filter(|&name| code.kind(name) == TokenKind::Identifier && !code.next_is(name, b'('));
    let types = found.symbols.iter().filter(|(at, symbol)| symbol.cuda() == "half2" && code.text(*at) == b"half2");
    let names: Vec<&[u8]> = types.filter_map(|&(at, _)| declares(at)).map(|at| code.text(at)).collect();
    if names.is_empty() {
        return;
    }
    for at in (0..code.tokens.len()).filter(|&at| code.kind(at) == TokenKind::Identifier && names.contains(&code.text(at))) {
        let member = code.next(at).filter(|&dot| code.is(dot, b'.')).and_then(|dot| code.next(dot));
        let Some(member) = member.filter(|&i| matches!(code.text(i), b"x" | b"y")) else { continue };
        let qualified =
            code.previous(at).is_some_and(|i| code.is(i, b'.') || matches!(code.kind(i), TokenKind::Arrow | TokenKind::Scope));
        if !qualified && !is_reinterpreted(context, at) {
            let span = code.span(at, member);
            context.edits.push(Edit::insert(span.start, "reinterpret_cast<half&>("));
            context.edits.push(Edit::insert(span.end, ")"));
        }
    }
}

/// Whether the token is the first behind `reinterpret_cast<...>(`.
fn is_reinterpreted(context: &Context<'_>, at: usize) -> bool {
    let code = &context.code;
    let angle = code.previous(at).filter(|&open| code.is(open, b'(')).and_then(|open| code.previous(open));
    let word = angle.filter(|&close| code.is(close, b'>')).and_then(|close| code.template_open(close));
    word.and_then(|open| code.previous(open)).is_some_and(|i| code.is_word(i, b"reinterpret_cast"))
}

/// Where the runtime header goes, and the text: behind the name of the include guard or behind `#pragma once`, whichever
/// comes first; else before the first include, else at the start of the file.
pub(super) fn runtime_include(context: &Context<'_>, found: &Found, newline: &str) -> Edit {
    let line = format!("#include <hip/hip_runtime.h>{newline}");
    if let Some(hash) = guard(context, found) {
        let (_, end) = context.code.directive(hash).unwrap_or((hash, hash + 3));
        let last = context.code.tokens[(end - 1).min(context.code.tokens.len() - 1)].end as usize;
        return match memchr::memchr(b'\n', &context.source.bytes[last..]) {
            Some(at) => Edit::insert(last + at + 1, line),
            None => Edit::insert(context.source.bytes.len(), format!("{newline}{line}")),
        };
    }
    let code = &context.code;
    let includes = |&&hash: &&usize| code.tokens.get(hash + 1).is_some() && code.is_word(hash + 1, b"include");
    match found.directives.iter().find(includes) {
        Some(&hash) => Edit::insert(code.tokens[hash].start as usize, line),
        None => Edit::insert(0, line),
    }
}

/// The `#ifndef` of an include guard, or the `#pragma once`, whichever comes first.
fn guard(context: &Context<'_>, found: &Found) -> Option<usize> {
    let code = &context.code;
    let word = |hash: usize, word: &[u8]| hash + 2 < code.tokens.len() && code.is_word(hash + 1, word);
    let once = found.directives.iter().copied().find(|&hash| word(hash, b"pragma") && code.is_word(hash + 2, b"once"));
    let whole = found.directives.first().copied().filter(|&hash| word(hash, b"ifndef") && is_guard(context, found, hash));
    match (once, whole) {
        (Some(once), Some(whole)) => Some(once.min(whole)),
        (once, whole) => once.or(whole),
    }
}

/// Whether the `#ifndef` at `hash` holds all code of the file, save `#pragma once`, and its macro is defined in it.
fn is_guard(context: &Context<'_>, found: &Found, hash: usize) -> bool {
    let code = &context.code;
    let name = code.text(hash + 2);
    let defines = found
        .directives
        .iter()
        .any(|&at| at + 2 < code.tokens.len() && code.is_word(at + 1, b"define") && code.text(at + 2) == name);
    let ends = found.directives.last().is_some_and(|&last| last + 1 < code.tokens.len() && code.is_word(last + 1, b"endif"));
    let before = (0..hash).all(|at| code.tokens[at].in_directive);
    defines && ends && before && behind_last_directive_is_empty(context, found)
}

fn behind_last_directive_is_empty(context: &Context<'_>, found: &Found) -> bool {
    let Some(&last) = found.directives.last() else { return false };
    context
        .code
        .directive(last)
        .is_none_or(|(_, end)| (end..context.code.tokens.len()).all(|at| context.code.tokens[at].in_directive))
}
