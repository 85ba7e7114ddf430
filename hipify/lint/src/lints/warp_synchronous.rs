//! Threads of a warp rely on running in step: they update shared memory after one another without waiting.
//!
//! ## What
//!
//! Two or more updates such as `s[tid] += s[tid + 16]` with nothing between them that waits, where the memory is `volatile`
//! or the code runs for the first 32 threads alone.
//!
//! ## Why on AMD
//!
//! The idiom counts on 32 threads that run in step. The compiler may reorder the accesses, where nothing waits between them;
//! and threads 32 to 63 of a wave of 64 lanes run along and change what is read.
//!
//! ## Example
//!
//! ```cuda before
//! if (tid < 32) {
//!     s[tid] += s[tid + 16];
//!     s[tid] += s[tid + 8];
//! }
//! ```
//!
//! ```cuda after
//! if (tid < 32) {
//!     float v = s[tid];
//!     for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o, 32);
//! }
//! ```
//!
//! ## Fix
//!
//! Finish with shuffles, which need no shared memory, or write `__syncwarp()` between the updates and keep reads and writes
//! apart.
//!
//! ## Source
//!
//! The C++ memory model: unordered accesses of threads race; NVIDIA's Volta tuning guide advises the same of CUDA.

use crate::file::masks::statement_end;
use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use hipify_syntax::tokens::operator;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1014",
    name: "warp-synchronous",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Functions(check)],
};

/// `s[i] += s[i + 16]`
struct Update {
    name: usize,
    last: usize,
}

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if !function.runs_on_device() {
        return;
    }
    let mut run: Vec<Update> = Vec::new();
    let mut at = function.body.start;
    while at < function.body.end {
        if file.code.kind(at) == TokenKind::Identifier {
            if let Some(update) = update(file, at) {
                at = update.last;
                run.push(update);
            } else if waits(file.text(at)) {
                report(file, function, &run, out);
                run.clear();
            }
        }
        at += 1;
    }
    report(file, function, &run, out);
}

fn report(file: &File<'_>, function: &Function, run: &[Update], out: &mut Findings<'_>) {
    let [first, rest @ ..] = run else { return };
    let is_volatile = file.variable(first.name).is_some_and(|v| (v.kind.0..=v.kind.1).any(|i| file.code.is_word(i, b"volatile")));
    let guard = guard(file, first.name);
    if rest.is_empty() || !is_volatile && guard.is_none() {
        return;
    }
    let message = format!("threads update `{}` one after another and wait for nothing between", file.text(first.name));
    let finding = out.report(file.code.span(first.name, first.last), message);
    finding.help("finish with shuffles, or write `__syncwarp()` between the updates");
    if let Some(guard) = guard {
        finding.related(file.span(guard), "for the first 32 threads alone");
    }
    for call in calls(file, function) {
        finding.related(file.span(call), "called here");
    }
    for update in rest {
        finding.related(file.code.span(update.name, update.last), "this update counts on the one before");
    }
}

/// Where the file calls a function that is no kernel.
fn calls(file: &File<'_>, function: &Function) -> Vec<usize> {
    let Some(name) = function.name.filter(|_| !function.is_kernel()) else { return Vec::new() };
    let is_call = |&at: &usize| at != name && file.code.is_word(at, file.code.text(name)) && file.code.next_is(at, b'(');
    (0..file.code.tokens.len()).filter(is_call).take(8).collect()
}

fn waits(name: &str) -> bool {
    name.starts_with("__sync") || matches!(name, "sync" | "arrive_and_wait" | "barrier" | "wait")
}

/// The update of an element by another one of the same array further on that starts at `at`.
fn update(file: &File<'_>, at: usize) -> Option<Update> {
    let code = &file.code;
    let open = code.next(at).filter(|&i| code.is(i, b'['))?;
    let equals = code.next(code.close(open)?)?;
    let text = operator(code, equals);
    if !matches!(text, b"+=" | b"*=" | b"|=" | b"&=" | b"^=" | b"=") {
        return None;
    }
    let first = code.next(equals + text.len() - 1)?;
    let last = statement_end(file, first)?;
    let is_offset = |i: usize| {
        code.kind(i) == TokenKind::Identifier
            && code.text(i) == code.text(at)
            && code.next(i).is_some_and(|open| has_offset(file, open))
    };
    (first..=last).take(64).any(is_offset).then_some(Update { name: at, last })
}

/// `[tid + 16]`: a constant of up to 32 is added.
fn has_offset(file: &File<'_>, open: usize) -> bool {
    let code = &file.code;
    let Some(close) = Some(open).filter(|&i| code.is(i, b'[')).and_then(|i| code.close(i)) else { return false };
    let Some(last) = code.previous(close).filter(|&last| last > open + 1) else { return false };
    code.previous(last).is_some_and(|i| code.is(i, b'+'))
        && file.value(last, last).is_some_and(|value| matches!(value.number, 1 | 2 | 4 | 8 | 16 | 32))
}

/// The number of `if (tid < 32)` around the token.
fn guard(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let condition = file.condition_around(at)?;
    let close = code.close(condition)?;
    let number = code.previous(close)?;
    let limit = file.value(number, number)?;
    let less = code.previous(number).filter(|&i| code.is(i, b'<') || code.is(i, b'='))?;
    let inclusive = code.is(less, b'=');
    (limit.number == if inclusive { 31 } else { 32 }).then_some(number)
}
