//! An asynchronous copy may still run when its host memory is gone.
//!
//! ## What
//!
//! `cudaMemcpyAsync` from or to a local variable, array or `std::vector`, or memory of `malloc`, which goes out of scope or is freed in the
//! same function before anything that may wait for the copy.
//!
//! ## Why on AMD
//!
//! Both CUDA and HIP say that copies of memory which is not page-locked might be synchronous: neither promises it. It holds as long as the
//! runtime stages the copy. Memory that was registered, that a GPU reaches itself (MI300A, XNACK), or that a later release pins, is read
//! and written while the program goes on, and by then belongs to something else.
//!
//! ## Example
//!
//! ```cuda before
//! void f(int *d, int n, cudaStream_t s) {
//!     int header[4] = {n};
//!     cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, s);
//! }
//! ```
//!
//! ```cuda after
//! void f(int *d, int n, cudaStream_t s) {
//!     int header[4] = {n};
//!     cudaMemcpyAsync(d, header, sizeof(header), cudaMemcpyHostToDevice, s);
//!     cudaStreamSynchronize(s);
//! }
//! ```
//!
//! ## Fix
//!
//! Wait for the stream before the memory goes, or keep the memory until the stream is done.
//!
//! ## Source
//!
//! CUDA's API reference, API synchronization behaviour; HIP's reference of `hipMemcpyAsync`: without pinned memory the copy is performed
//! synchronously; hip's issue 2291.

use crate::api::{function_end, is_called, may_wait, object};
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint, Variable};
use hipify_diagnostics::Level;
use hipify_syntax::{Argument, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3035",
    name: "async-copy-lifetime",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["cudaMemcpyAsync", "hipMemcpyAsync"], check)],
};

/// What ends the life of memory of the heap.
const FREES: &[&[u8]] = &[b"free", b"delete"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(name) = host_side(file, call).and_then(|argument| host_object(file, argument)) else { return };
    let Some((end, how)) = end_of_life(file, call, name) else { return };
    let code = &file.code;
    let goes_on = (call.close..end).all(|at| !(is_called(file, at) || waits_by_member(file, at)) || !may_wait(file.text(at)));
    // A launch with a macro for its brackets, and other words that a macro may hide behind.
    let is_plain = (call.close..end).all(|at| code.kind(at) != TokenKind::Identifier || !code.is_word(at, b"goto"));
    if goes_on && is_plain {
        let text = file.text(name);
        let finding = out.report(code.span(call.name, call.close), format!("the copy may still run when `{text}` {how}"));
        finding.related(file.span(end), format!("`{text}` {how}")).help("wait for the stream before, or keep the memory longer");
    }
}

/// `stream.synchronize`, whose brackets another token may part from it.
fn waits_by_member(file: &File<'_>, at: usize) -> bool {
    file.code.kind(at) == TokenKind::Identifier && file.text(at).to_ascii_lowercase().contains("synchron")
}

/// The argument that is memory of the host, by the kind of the copy.
fn host_side(file: &File<'_>, call: &Call) -> Option<Argument> {
    let [to, from, _, kind, ..] = call.arguments[..] else { return None };
    match file.argument_text(kind) {
        "cudaMemcpyHostToDevice" | "hipMemcpyHostToDevice" => Some(from),
        "cudaMemcpyDeviceToHost" | "hipMemcpyDeviceToHost" => Some(to),
        _ => None,
    }
}

/// The token of the object: `x` of `&x`, `x.data()`, `&x[0]`, `x`.
fn host_object(file: &File<'_>, argument: Argument) -> Option<usize> {
    let code = &file.code;
    let data = |name: usize| {
        let word = code.next(code.next(name)?)?;
        (code.is_word(word, b"data") && code.previous_is(word, b'.')).then_some(name)
    };
    let simple = object(file, argument).filter(|&name| name == argument.last || code.is(argument.last, b']'));
    simple.or_else(|| Some(argument.first).filter(|&name| code.kind(name) == TokenKind::Identifier).and_then(data))
}

/// Where the memory of the object named at `name` goes, and the words for it.
fn end_of_life(file: &File<'_>, call: &Call, name: usize) -> Option<(usize, &'static str)> {
    let code = &file.code;
    let function = file.function_at(call.name)?;
    let end = function_end(file, call.name)?;
    let variable = file.variable(name)?;
    let is_here = variable.name > function.body.start && variable.name < function.body.end && !variable.parameter;
    let word = |text: &[u8]| (variable.kind.0..=variable.kind.1).any(|i| code.is_word(i, text));
    if !is_here || [b"static".as_slice(), b"thread_local", b"extern", b"auto"].iter().any(|text| word(text)) {
        return None;
    }
    let is_owner = word(b"vector") || variable.array.is_some() || takes_address(file, call, name);
    if is_owner && !variable.indirect {
        return end_of_scope(file, call, variable, end);
    }
    freed(file, call, variable, end).map(|at| (at, "is freed"))
}

/// Where a local variable goes: it is returned, or its block ends.
fn end_of_scope(file: &File<'_>, call: &Call, variable: &Variable, end: usize) -> Option<(usize, &'static str)> {
    let code = &file.code;
    let function = file.function_at(call.name)?;
    let is_main = function.name.is_some_and(|name| code.is_word(name, b"main"));
    let ends = variable.scope.end.min(end - 1);
    let name = code.text(variable.name);
    let is_returned = |at: &usize| code.is_word(*at, name) && code.previous(*at).is_some_and(|i| code.is_word(i, b"return"));
    let returned = (call.close..ends).find(is_returned).map(|at| (at, "is returned"));
    // The end of `main` ends the program.
    returned.or_else(|| (!is_main || ends + 1 < end).then_some((ends, "goes out of scope")))
}

fn takes_address(file: &File<'_>, call: &Call, name: usize) -> bool {
    let before = file.code.previous(name).filter(|&i| i > call.open && file.code.is(i, b'&'));
    before.is_some() && !file.code.next_is(name, b'[') && !file.code.next_is(name, b'.')
}

/// The `free` or `delete` of a pointer after the call, in its block.
fn freed(file: &File<'_>, call: &Call, variable: &Variable, end: usize) -> Option<usize> {
    let code = &file.code;
    let is_it = |at: usize| code.is_word(at, code.text(variable.name));
    let frees = |at: &usize| {
        let next = (*at + 1..at + 5).take_while(|&i| i < end && !code.is(i, b';')).any(is_it);
        code.kind(*at) == TokenKind::Identifier && FREES.contains(&code.text(*at)) && next
    };
    let at = (call.close..end).find(frees)?;
    crate::api::follows(file, call.name, at).then_some(at)
}
