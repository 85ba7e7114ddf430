//! A function that the runtime calls back from a stream calls the runtime.
//!
//! ## What
//!
//! A call of the runtime API in a function or lambda that is given to `cudaLaunchHostFunc` or `cudaStreamAddCallback`.
//!
//! ## Why on AMD
//!
//! CUDA forbids it and may answer `cudaErrorNotPermitted`. HIP runs callbacks in a thread that the stream's next commands wait for: a call
//! that waits for the stream, or that takes a lock which the waiting thread holds, never returns.
//!
//! ## Example
//!
//! ```cuda before
//! void done(void *p) { cudaFree(p); }
//! void f(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, done, p); }
//! ```
//!
//! ```cuda after
//! void done(void *p) { finished.push(p); }
//! void f(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, done, p); }
//! ```
//!
//! ## Fix
//!
//! Let the callback leave word, and make the call in a thread of the program's own; or wait for an event instead of a callback.
//!
//! ## Source
//!
//! CUDA's and HIP's API references of `cudaLaunchHostFunc` and `hipStreamAddCallback`.

use crate::api::{bare, is_called};
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::call::is_free_name;
use hipify_syntax::{Argument, TokenKind};
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3034",
    name: "callback-api-call",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(TAKERS, check)],
};

const TAKERS: &[&str] = &[
    "cudaLaunchHostFunc",
    "cudaStreamAddCallback",
    "cuLaunchHostFunc",
    "cuStreamAddCallback",
    "hipLaunchHostFunc",
    "hipStreamAddCallback",
];

/// Names that ask the runtime for nothing but text.
const HARMLESS: &[&str] = &["GetErrorString", "GetErrorName"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(body) = call.arguments.get(1).and_then(|callback| body(file, *callback)) else { return };
    let code = &file.code;
    // What a lambda in it does may be another thread's.
    let own = |at: usize| file.controls().lambda(at).is_none_or(|lambda| lambda.start <= body.start + 1);
    for at in body.clone().filter(|&at| is_called(file, at) && is_free_name(code, at) && own(at)) {
        if bare(file.text(at)).is_none_or(|rest| HARMLESS.contains(&rest)) || out.of_cause(&file.span(at)).is_some() {
            continue;
        }
        let message = format!("`{}` is called by a function that a stream calls back", file.text(at));
        let finding = out.report_cause(file.span(at), message);
        finding.related(code.span(call.name, call.close), "it is called back from here");
        finding.help("let the callback leave word, and make the call in a thread of the program's own");
    }
}

/// The body of the function that an argument names, or of the lambda that it is.
fn body(file: &File<'_>, callback: Argument) -> Option<Range<usize>> {
    let code = &file.code;
    if let Some(open) = (callback.first..=callback.last).find(|&i| code.is(i, b'{')) {
        return Some(open..code.close(open)?);
    }
    let name = Some(callback.last).filter(|&name| code.kind(name) == TokenKind::Identifier)?;
    file.functions().only(code.text(name)).map(|function| function.body.clone())
}
