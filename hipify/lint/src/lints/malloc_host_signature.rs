//! `hipHostMalloc` is called in C with two arguments.
//!
//! ## What
//!
//! A call of `hipHostMalloc` with two arguments in a C file. In C++ the flags have a default; the port adds them where it
//! makes the call of `cudaMallocHost`.
//!
//! ## Why on AMD
//!
//! `hipHostMalloc` takes flags as its third parameter, and C has no default arguments: the call does not compile.
//!
//! ## Example
//!
//! ```c before
//! hipHostMalloc(&p, bytes);
//! ```
//!
//! ```c after
//! hipHostMalloc(&p, bytes, hipHostMallocDefault);
//! ```
//!
//! ## Fix
//!
//! Add `hipHostMallocDefault`.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: the prototype, and its C++ overloads; seen with clang 19 and HIP 6.4.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3019",
    name: "malloc-host-signature",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Calls(&["hipHostMalloc"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.source.path.ends_with(".c") || call.arguments.len() != 2 {
        return;
    }
    let finding = out.report(file.span(call.name), "`hipHostMalloc` takes flags as a third argument in C");
    finding.help("add `hipHostMallocDefault`");
    let end = file.span(call.close).start;
    finding.safe_fix("add `hipHostMallocDefault`", vec![Edit::insert(end, ", hipHostMallocDefault")]);
}
