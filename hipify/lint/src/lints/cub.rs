//! A name of CUB has no counterpart in hipCUB.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. Also internals that programs use to tune algorithms:
//! policies of agents, dispatchers and their like.
//!
//! ## Why on AMD
//!
//! hipCUB is an interface over rocPRIM: CUB's own kernels, and the structures that configure them, are not there, and the
//! code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! using Policy = cub::AgentReducePolicy<256, 4, float, 4, cub::BLOCK_REDUCE_RAKING, cub::LOAD_DEFAULT>;
//! ```
//!
//! ```cuda after
//! hipcub::DeviceReduce::Sum(storage, bytes, in, out, n);
//! ```
//!
//! ## Fix
//!
//! Call the algorithm of the device, which rocPRIM tunes for each GPU, or write a `rocprim::` configuration.
//!
//! ## Source
//!
//! hipCUB of ROCm 6.4: none of its headers declares the names reported.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4009",
    name: "cub",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::Words(INTERNALS, check)],
};

const INTERNALS: &[&str] = &[
    "AgentReducePolicy",
    "AgentScanPolicy",
    "AgentHistogramPolicy",
    "AgentSelectIfPolicy",
    "AgentRadixSortDownsweepPolicy",
    "DispatchReduce",
    "DispatchScan",
    "DispatchRadixSort",
    "DispatchHistogram",
    "DispatchSelectIf",
    "ChainedPolicy",
    "PtxVersion",
    "SmVersion",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let scope = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Scope).and_then(|i| code.previous(i));
    if scope.is_some_and(|i| matches!(code.text(i), b"cub" | b"hipcub")) {
        let finding =
            out.report(file.span(at), format!("`{}` is a part of CUB's own kernels, which hipCUB does not have", file.text(at)));
        finding.help("call the algorithm of the device, which rocPRIM tunes, or write a configuration of rocPRIM");
    }
}
