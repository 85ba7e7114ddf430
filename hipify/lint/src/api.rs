//! Calls of the runtime API in the text of a function: their names without prefix, the objects that they are given, and whether one is
//! followed by another on each path.

use crate::file::File;
use hipify_syntax::{Argument, TokenKind};

/// The name of an API function without its prefix: `Malloc` of `cudaMalloc` and `hipMalloc`.
pub(crate) fn bare(name: &str) -> Option<&str> {
    ["cuda", "hip", "cu"].iter().find_map(|prefix| name.strip_prefix(prefix)).filter(|rest| rest.starts_with(char::is_uppercase))
}

/// The first token of the object that an argument names, casts, `&` and brackets aside: `p` of `(void **)&p`, `s` of `s->stream[2]`.
/// `None` for what is no plain object: calls, sums, elements by a variable.
pub(crate) fn object(file: &File<'_>, argument: Argument) -> Option<usize> {
    let code = &file.code;
    let mut at = argument.first;
    loop {
        if code.is(at, b'&') || code.is(at, b'*') {
            at = code.next(at)?;
        } else if code.is(at, b'(') {
            let close = code.close(at)?;
            // `(p)` is the object itself, `(void **)` a cast.
            let after = code.next(close)?;
            at = if after > argument.last { code.next(at)? } else { after };
        } else {
            break;
        }
        if at > argument.last {
            return None;
        }
    }
    if code.kind(at) != TokenKind::Identifier || matches!(code.text(at), b"NULL" | b"nullptr" | b"this" | b"static_cast") {
        return None;
    }
    let mut i = at;
    while i <= argument.last {
        let is_part = matches!(code.kind(i), TokenKind::Identifier | TokenKind::Arrow | TokenKind::Number | TokenKind::Scope);
        let element = code.is(i, b'[') && file.value(code.next(i)?, code.previous(code.close(i)?)?).is_some();
        if !is_part && !element && !code.is(i, b'.') && !code.is(i, b']') && !code.is(i, b')') {
            return None;
        }
        i = code.next(i)?;
    }
    Some(at)
}

/// The end of the function or lambda that holds the token.
pub(crate) fn function_end(file: &File<'_>, at: usize) -> Option<usize> {
    file.function_at(at).map(|function| function.body.end)
}

/// Whether `second` follows `first` wherever that runs, or nothing of the block runs after it: they stand in one block, and no label,
/// exit or other branch of the preprocessor is between them there.
pub(crate) fn follows(file: &File<'_>, first: usize, second: usize) -> bool {
    let code = &file.code;
    let block = |at| file.controls().around(at).next().map(|control| control.body.clone());
    let lambda = |at| file.controls().lambda(at).cloned();
    if block(first) != block(second) || lambda(first) != lambda(second) {
        return false;
    }
    let is_break = |at: usize| {
        let in_block = || block(at) == block(first);
        match code.text(at) {
            b"return" | b"break" | b"continue" | b"goto" | b"throw" | b"exit" | b"abort" => in_block(),
            b"case" | b"default" => true,
            b"else" | b"elif" | b"endif" | b"if" | b"ifdef" | b"ifndef" => code.tokens[at].in_directive,
            _ => false,
        }
    };
    !(first..second).any(|at| code.kind(at) == TokenKind::Identifier && is_break(at))
}

/// Whether the name at `at` is called there.
pub(crate) fn is_called(file: &File<'_>, at: usize) -> bool {
    file.code.kind(at) == TokenKind::Identifier && file.code.next_is(at, b'(')
}

/// Whether a call of this name waits for the device, or may do so: all but what is known to go on at once.
pub(crate) fn may_wait(name: &str) -> bool {
    const GO_ON: &[&str] = &[
        "EventRecord",
        "GetLastError",
        "PeekAtLastError",
        "GetErrorString",
        "GetErrorName",
        "StreamCreate",
        "StreamCreateWithFlags",
        "StreamCreateWithPriority",
        "EventCreate",
        "EventCreateWithFlags",
        "StreamWaitEvent",
        "SetDevice",
        "GetDevice",
        "LaunchKernel",
        "GetSymbolAddress",
        "FuncSetAttribute",
        "GetDeviceProperties",
        "DeviceGetAttribute",
    ];
    const PLAIN: &[&str] = &[
        "printf",
        "fprintf",
        "puts",
        "sizeof",
        "memset",
        "memcpy",
        "assert",
        "if",
        "for",
        "while",
        "switch",
        "return",
        "min",
        "max",
        "dim3",
        "size",
        "data",
        "begin",
        "end",
        "push_back",
        "free",
        "malloc",
        "static_cast",
        "reinterpret_cast",
        "hipLaunchKernelGGL",
        "exit",
        "abs",
        "fabs",
        "sqrt",
        "clock",
        "gettimeofday",
        "now",
        "defined",
        "fflush",
        "get",
        "resize",
        "delete",
    ];
    match bare(name) {
        Some(rest) => !(GO_ON.contains(&rest) || rest.ends_with("Async")),
        None => !PLAIN.contains(&name),
    }
}
