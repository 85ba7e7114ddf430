//! A call that HIP refuses while a stream is captured.
//!
//! ## What
//!
//! Between the call that begins a stream's capture and the one that ends it, in the same function: a query of an event or
//! stream, a synchronisation, an allocation or a copy that is not asynchronous.
//!
//! ## Why on AMD
//!
//! CUDA refuses most of them in the modes global and thread-local. HIP let many of them pass before 7.0 and refuses them
//! since, with `hipErrorStreamCaptureUnsupported` and an invalid capture: code that ran with ROCm 6 can fail with ROCm 7.
//!
//! ## Example
//!
//! ```cuda before
//! cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
//! work<<<g, b, 0, s>>>(p);
//! cudaStreamSynchronize(s);
//! cudaStreamEndCapture(s, &graph);
//! ```
//!
//! ```cuda after
//! cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
//! work<<<g, b, 0, s>>>(p);
//! cudaStreamEndCapture(s, &graph);
//! ```
//!
//! ## Fix
//!
//! Do it before or after the capture.
//!
//! ## Source
//!
//! ROCm's page "HIP API 7.0 changes", stream capture.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3010",
    name: "capture-mode",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["cudaStreamBeginCapture", "hipStreamBeginCapture", "cuStreamBeginCapture"], check)],
};

/// Calls that are refused, without the prefix of the API.
const REFUSED: &[&str] = &[
    "EventQuery",
    "EventSynchronize",
    "StreamQuery",
    "StreamSynchronize",
    "DeviceSynchronize",
    "CtxSynchronize",
    "Malloc",
    "Free",
    "MallocManaged",
    "Memcpy",
    "Memset",
    "MemAlloc",
    "MemFree",
];

/// Tokens after the beginning of a capture that are looked at.
const FARTHEST: usize = 4_000;

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let end = file.function_at(call.name).map_or(call.close, |function| function.body.end).min(call.close + FARTHEST);
    for at in call.close..end {
        if code.kind(at) != TokenKind::Identifier || !code.next_is(at, b'(') {
            continue;
        }
        let Some(name) = bare(file.text(at)) else { continue };
        if name == "StreamEndCapture" {
            return;
        }
        if REFUSED.contains(&name) {
            let message =
                format!("`{}` stands between the begin and the end of a capture, where HIP 7 refuses it", file.text(at));
            let finding = out.report(file.span(at), message);
            finding.related(file.span(call.name), "the capture begins here").help("move it before or after the capture");
        }
    }
}

/// The name of an API function without its prefix.
fn bare(name: &str) -> Option<&str> {
    ["cuda", "hip", "cu"].iter().find_map(|prefix| name.strip_prefix(prefix)).filter(|rest| rest.starts_with(char::is_uppercase))
}
