//! A name of Thrust's CUDA system has no counterpart.
//!
//! ## What
//!
//! A name of `thrust::system::cuda` that rocThrust's HIP system lacks. Those it has, such as `thrust::cuda::par`, the port
//! replaces.
//!
//! ## Why on AMD
//!
//! The header is not there, or does not declare the name.
//!
//! ## Example
//!
//! ```cuda before
//! thrust::system::cuda::experimental::pinned_allocator<int> pinned;
//! ```
//!
//! ```cuda after
//! thrust::universal_host_pinned_memory_resource pinned;
//! ```
//!
//! ## Fix
//!
//! Use the memory resources that Thrust has for every system.
//!
//! ## Source
//!
//! `rules/api/namespaces.toml`; rocThrust's headers of ROCm 6.4.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4010",
    name: "thrust",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Words(&["cuda", "cuda_cub"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let before = |i: usize| code.previous(i).filter(|&s| code.kind(s) == TokenKind::Scope).and_then(|s| code.previous(s));
    let is_thrust = before(at).is_some_and(|i| code.is_word(i, b"thrust"));
    if !is_thrust || !file.dialect().is_hip() || file.dialect().knows_both {
        return;
    }
    let name = file.text(at);
    let hip = if name == "cuda" { "hip" } else { "hip_rocprim" };
    let finding = out.report(file.span(at), format!("rocThrust has no namespace `thrust::{name}`"));
    finding.help(format!("write `thrust::{hip}`"));
    finding.safe_fix(format!("write `thrust::{hip}`"), vec![Edit::replace(file.span(at), hip)]);
}
