//! Branches that give up on compute capability 7.0: an `assert(false)`, a trap or an `#error` is all that they hold, and what newer
//! GPUs run stands beside them. AMD GPUs, which count as 7.0 elsewhere, take the other branch there.

use super::comparison::{arch_comparison, counted, holds};
use hipify_condition::Branching;
use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// Whether the branch that compute capability 7.0 takes after the `#if` at `hash` only gives up, and the other one, which may be
/// missing, neither does nor holds assembly that is not ported. The condition has to be one comparison of `__CUDA_ARCH__`, beside tests
/// whether it is defined.
pub fn gives_up_as_counted(code: &Code<'_>, hash: usize, is_ported: impl Fn(usize) -> bool) -> bool {
    let Some((_, end)) = code.directive(hash).filter(|_| code.is_word(hash + 1, b"if")) else { return false };
    let Some((operator, number)) = arch_comparison(code, hash + 2..end) else { return false };
    let Some([first, second]) = branches(code, hash, end) else { return false };
    let (taken, mut other) = if holds(operator, counted(), number) { (first, second) } else { (second, first) };
    gives_up(code, taken) && !gives_up(code, other.clone()) && !other.any(|at| code.is_assembly(at) && !is_ported(at))
}

/// The tokens between an `#if`, its `#else` and its `#endif`: nothing in the place of a branch that is missing, and no answer where there
/// are more.
fn branches(code: &Code<'_>, hash: usize, end: usize) -> Option<[Range<usize>; 2]> {
    let (mut depth, mut start, mut first) = (0usize, end + 1, None);
    for at in code.directives().skip_while(|&at| at <= hash) {
        match code.branching(at) {
            Some(Branching::Opens) => depth += 1,
            Some(Branching::Closes) if depth > 0 => depth -= 1,
            Some(Branching::Closes) => {
                let last = start..at;
                return Some(match first {
                    Some(first) => [first, last],
                    None => [last, at..at],
                });
            }
            Some(Branching::Else) if depth == 0 && first.is_none() => {
                first = Some(start..at);
                start = code.directive(at)?.1 + 1;
            }
            Some(Branching::Else | Branching::Continues) if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether a branch does nothing but say that it cannot go on.
fn gives_up(code: &Code<'_>, branch: Range<usize>) -> bool {
    let (mut at, mut fails) = (branch.start, false);
    while at < branch.end {
        if let Some((hash, end)) = code.directive(at) {
            if !code.is_word(hash + 1, b"error") {
                return false;
            }
            (at, fails) = (end + 1, true);
            continue;
        }
        let Some(end) = (at..branch.end).find(|&i| code.is(i, b';')) else { return false };
        match statement(code, at..end) {
            Some(does) => fails |= does,
            None => return false,
        }
        at = end + 1;
    }
    fails
}

/// Whether a statement fails for sure; nothing if it is neither that nor a message or a return.
fn statement(code: &Code<'_>, tokens: Range<usize>) -> Option<bool> {
    if tokens.is_empty() || code.is_word(tokens.start, b"return") {
        return Some(false);
    }
    let open = tokens.clone().find(|&at| code.is(at, b'('))?;
    let close = code.close(open).filter(|close| close + 1 == tokens.end)?;
    let (name, first) = (code.text(tokens.start), open + 1);
    // `0`, `false`, `!"text"`, alone or before `&&` or a message.
    let last = if code.is(first, b'!') { first + 1 } else { first };
    let is_false = match last > first {
        true => code.kind(last) == TokenKind::String,
        false => code.is_word(first, b"false") || code.text(first) == b"0",
    } && (last + 1 == close || b"&,".iter().any(|byte| code.is(last + 1, *byte)));
    match name {
        _ if code.is_assembly(tokens.start) => code.text(first).starts_with(b"\"trap").then_some(true),
        b"assert" | b"static_assert" | b"CUDA_KERNEL_ASSERT" => is_false.then_some(true),
        b"__trap" | b"__builtin_trap" | b"__builtin_unreachable" | b"abort" => Some(true),
        b"NO_DEVICE_CODE" | b"CUTLASS_NOT_IMPLEMENTED" | b"CUTE_INVALID_CONTROL_PATH" => Some(true),
        b"printf" => Some(false),
        _ => None,
    }
}
