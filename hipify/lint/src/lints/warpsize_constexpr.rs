//! `warpSize` is used where a constant is needed.
//!
//! ## What
//!
//! `warpSize` as the size of an array, a template argument, in the initialiser of a `constexpr`, in a `static_assert`, a
//! `case` or a condition of the preprocessor; `__AMDGCN_WAVEFRONT_SIZE` and `__AMDGCN_WAVEFRONT_SIZE__` anywhere.
//!
//! ## Why on AMD
//!
//! From ROCm 7.0 on `warpSize` is no constant any more, since one source may be compiled for several wave sizes, and the macros are
//! deprecated: they go with it.
//!
//! ## Example
//!
//! ```cuda before
//! __shared__ float partial[warpSize];
//! ```
//!
//! ```cuda after
//! __shared__ float partial[64];
//! ```
//!
//! ## Fix
//!
//! Give an array room for 64 lanes; make a wave size that must be constant a template parameter which the host passes.
//!
//! ## Source
//!
//! `amd_warp_functions.h` of HIP 6.4 has both forms: a `constexpr` made of the macro, and for SPIR-V, as for all targets from 7.0 on, an
//! object that asks `__builtin_amdgcn_wavefrontsize()`; clang 19 refuses that one as the size of an array and as a template argument.
//! clang's release notes on the macros.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_rules::Version;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1008",
    name: "warpsize-constexpr",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::RocmFrom(Version::new(7, 0, 0)),
    checks: &[
        Check::Words(&["warpSize"], check),
        Check::Words(&["__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__"], check_macro),
    ],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if !hipify_syntax::call::is_free_name(&file.code, at) && !file.code.tokens[at].in_directive || file.variable(at).is_some() {
        return;
    }
    let bound = file.bound_around(at).filter(|&open| file.is_bound(open));
    if bound.is_none() && !file.is_constant_place(at) {
        return;
    }
    let finding = out.report(file.span(at), "`warpSize` is no constant from ROCm 7.0 on");
    finding.help("take 64 for the size of an array, or make the wave size a template parameter that the host passes");
    if let Some(edit) = bound.and_then(|open| bound_edit(file, open, at)) {
        finding.unsafe_fix("make room for either wave size", vec![edit]);
    }
}

/// `[warpSize]` becomes `[64]`, `[n / warpSize]` becomes `[n / 32]`: enough for both.
fn bound_edit(file: &File<'_>, open: usize, at: usize) -> Option<Edit> {
    let close = file.code.close(open)?;
    let (before, after) = (file.code.previous(at)?, file.code.next(at)?);
    if before == open && after == close {
        return Some(Edit::replace(file.span(at), "64"));
    }
    (file.code.is(before, b'/') && after == close).then(|| Edit::replace(file.span(at), "32"))
}

fn check_macro(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let name = file.text(at);
    out.report(file.span(at), format!("`{name}` is not to be relied on from ROCm 7.0 on"))
        .help("use `warpSize`, or test the target's macros: `__GFX9__` and below have waves of 64 lanes");
}
