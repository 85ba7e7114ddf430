//! A warp-wide collective of CUB takes its number of threads from the hardware.
//!
//! ## What
//!
//! `cub::WarpReduce`, `cub::WarpScan` or `cub::WarpExchange` without the argument for the number of threads;
//! `CUB_PTX_WARP_THREADS`, `CUB_LOG_WARP_THREADS`, `CUB_WARP_THREADS`.
//!
//! ## Why on AMD
//!
//! The default of hipCUB is the wave's size, 64 on GCN and CDNA: storage is larger, and a collective spans twice as many
//! threads as with CUB.
//!
//! ## Example
//!
//! ```cuda before
//! using Reduce = cub::WarpReduce<float>;
//! ```
//!
//! ```cuda after
//! using Reduce = cub::WarpReduce<float, 32>;
//! ```
//!
//! ## Fix
//!
//! Write 32 where 32 threads are meant; use `HIPCUB_WARP_THREADS` where the hardware's number is.
//!
//! ## Source
//!
//! hipCUB's `warp_reduce.hpp`, `warp_scan.hpp` and `warp_exchange.hpp`: defaults of the template parameters.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::tokens::closing_angle;
use hipify_syntax::{Argument, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1021",
    name: "cub-warp-32",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[
        Check::Words(&["WarpReduce", "WarpScan", "WarpExchange"], check),
        Check::Words(&["CUB_PTX_WARP_THREADS", "CUB_LOG_WARP_THREADS", "CUB_WARP_THREADS"], check_macro),
    ],
};

/// Template arguments before the number of threads.
fn arguments_before(name: &str) -> usize {
    if name == "WarpExchange" { 2 } else { 1 }
}

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(open) = code.next(at).filter(|&i| code.is(i, b'<') && is_cub(file, at)) else { return };
    let close = closing_angle(code, open, (open + 256).min(code.tokens.len()));
    let arguments: Vec<Argument> = if close > open { code.split(open, close).unwrap_or_default() } else { Vec::new() };
    let name = file.text(at);
    if arguments.len() != arguments_before(name) {
        return;
    }
    let finding = out.report(file.span(at), format!("`{name}` spans 64 threads where waves have 64 lanes"));
    finding.help("write the number of threads: 32 means the same as in CUB");
    let end = file.span(arguments[arguments.len() - 1].last).end;
    finding.unsafe_fix("write 32 threads", vec![Edit::insert(end, ", 32")]);
}

/// `cub::`, `hipcub::`, or a name in a file that includes CUB.
fn is_cub(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    match code.previous(at) {
        Some(scope) if code.kind(scope) == TokenKind::Scope => {
            code.previous(scope).is_some_and(|i| matches!(code.text(i), b"cub" | b"hipcub"))
        }
        Some(i) if matches!(code.text(i), b"struct" | b"class" | b"typename") => false,
        _ => file.includes("cub.cuh") || file.includes("hipcub.hpp"),
    }
}

fn check_macro(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let message = format!("`{}` is about warps of 32 lanes", file.text(at));
    out.report(file.span(at), message)
        .help("write 32 where 32 is meant, and `HIPCUB_WARP_THREADS` where the hardware's number is");
}
