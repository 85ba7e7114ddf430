//! The HIP runtime header where nvcc's implicit one is missed: whether a file needs it, and where it is inserted.

use super::Context;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::Edit;
use hipify_rules::{Symbol, SymbolKind};
use hipify_syntax::{Code, TokenKind};

pub(super) const RUNTIME: &str = "hip/hip_runtime.h";

/// Whether host code that no header brings HIP's types uses such, outside of branches: nvcc, which includes the runtime's header by
/// itself, came before, in each file that included it or by `-x cu`. What stands in branches may be compiled without HIP, but for what
/// defines a macro unless it is defined.
pub(super) fn needs_runtime(code: &Code<'_>, found: &Found) -> bool {
    let (mut open, mut defaults) = (0usize, 0usize);
    let is_meant = |at: usize, symbol: Symbol| is_of_runtime(symbol) && !is_a_plain_word(code, at);
    let of_runtime = || found.symbols.iter().filter(|(at, symbol)| is_meant(*at, *symbol)).map(|(at, _)| *at);
    if of_runtime().any(|at| is_of_link_test(code, at)) {
        return false;
    }
    let mut symbols = of_runtime().peekable();
    let start = guard_end(code, found);
    for &hash in found.directives.iter().filter(|&&hash| hash >= start) {
        if open == 0 && symbols.peek().is_some_and(|&at| at < hash) {
            return true;
        }
        while symbols.next_if(|&at| at < hash).is_some() {}
        match code.branching(hash) {
            Some(Branching::Opens) if open == 0 && is_default(code, hash) => defaults += 1,
            Some(Branching::Opens) => open += 1,
            Some(Branching::Closes) if open == 0 => defaults = defaults.saturating_sub(1),
            Some(Branching::Closes) => open -= 1,
            // What stands after `#else` was defined elsewhere.
            Some(_) if open == 0 && defaults > 0 => (open, defaults) = (1, defaults - 1),
            _ => {}
        }
    }
    open == 0 && symbols.peek().is_some()
}

/// `#ifndef CHECK`, with `#define CHECK` after it.
fn is_default(code: &Code<'_>, hash: usize) -> bool {
    let Some((_, end)) = code.directive(hash).filter(|_| code.is_word(hash + 1, b"ifndef")) else { return false };
    let next = code.tokens.get(end + 1).filter(|token| token.kind == TokenKind::Hash && code.tokens.len() > end + 3);
    next.is_some() && code.is_word(end + 2, b"define") && code.text(end + 3) == code.text(hash + 2)
}

/// `char cudaFree ();`, which a configure script's test of a library declares itself: the runtime's own declaration would contradict it.
fn is_of_link_test(code: &Code<'_>, name: usize) -> bool {
    name > 0 && code.is_word(name - 1, b"char") && code.next(name).is_some_and(|open| code.is(open, b'('))
}

/// `texture` that is no template of CUDA's: a parameter of `glext.h`, which is included inside of `extern "C"`.
fn is_a_plain_word(code: &Code<'_>, at: usize) -> bool {
    code.is_word(at, b"texture") && !code.next(at).is_some_and(|next| code.is(next, b'<'))
}

fn is_of_runtime(symbol: Symbol) -> bool {
    matches!(symbol.kind(), SymbolKind::Type | SymbolKind::Function | SymbolKind::EnumValue) && symbol.header() == Some(RUNTIME)
}

pub(super) fn insert_runtime(context: &mut Context<'_>, found: &Found) {
    let at = insertion_point(context, found);
    let newline = newline(context);
    context.edits.push(Edit::insert(at, format!("#include <{RUNTIME}>{newline}")));
}

/// The file's own line break.
pub(super) fn newline(context: &Context<'_>) -> &'static str {
    let bytes = context.source.bytes;
    if memchr::memchr(b'\n', bytes).is_some_and(|n| n > 0 && bytes[n - 1] == b'\r') { "\r\n" } else { "\n" }
}

/// The start of the line of the first include after the include guard; of the first line of code where none comes before.
pub(super) fn insertion_point(context: &Context<'_>, found: &Found) -> usize {
    let code = &context.code;
    let after_guard = guard_end(code, found);
    let mut outermost = None;
    let mut depth = 0usize;
    for at in after_guard..code.tokens.len() {
        if !code.tokens[at].in_directive {
            return line_start(context, outermost.unwrap_or(at));
        }
        if code.kind(at) != TokenKind::Hash || at + 1 >= code.tokens.len() {
            continue;
        }
        match code.branching(at) {
            None if matches!(code.text(at + 1), b"include" | b"import") => return line_start(context, outermost.unwrap_or(at)),
            Some(Branching::Opens) => {
                outermost = outermost.or(Some(at));
                depth += 1;
            }
            Some(Branching::Closes) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    outermost = None;
                }
            }
            _ => {}
        }
    }
    code.tokens.first().map_or(0, |_| line_start(context, after_guard.min(code.tokens.len() - 1)))
}

/// The token after `#pragma once`, or after `#ifndef X` and `#define X`.
fn guard_end(code: &Code<'_>, found: &Found) -> usize {
    let Some(&first) = found.directives.first().filter(|&&hash| hash == 0) else { return 0 };
    let after =
        |hash: usize| (hash..code.tokens.len()).find(|&i| code.kind(i) == TokenKind::DirectiveEnd).map_or(hash, |i| i + 1);
    if first + 2 < code.tokens.len() && code.is_word(first + 1, b"pragma") && code.is_word(first + 2, b"once") {
        return after(first);
    }
    if is_default(code, first) { after(after(first)) } else { 0 }
}

/// The start of the token's line; the token itself where a comment or a byte order mark stands before it on the line.
pub(super) fn line_start(context: &Context<'_>, at: usize) -> usize {
    let bytes = context.source.bytes;
    let start = context.code.tokens[at].start as usize;
    let line = memchr::memrchr(b'\n', &bytes[..start]).map_or(0, |n| n + 1);
    if bytes[line..start].iter().all(u8::is_ascii_whitespace) { line } else { start }
}
