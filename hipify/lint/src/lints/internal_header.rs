//! A header inside of the CUDA toolkit is included in a file that is written for HIP.
//!
//! ## What
//!
//! `device_launch_parameters.h`, `crt/...`, `sm_..._intrinsics.h`, `math_functions.h` and other headers that nvcc includes
//! by itself, beside HIP's headers. In a CUDA source the port drops or replaces them.
//!
//! ## Why on AMD
//!
//! ROCm has no such header, and HIP's runtime header declares what they declared.
//!
//! ## Example
//!
//! ```cuda before
//! #include <hip/hip_runtime.h>
//! #include <device_launch_parameters.h>
//! ```
//!
//! ```cuda after
//! #include <hip/hip_runtime.h>
//! ```
//!
//! ## Fix
//!
//! Remove the include.
//!
//! ## Source
//!
//! `rules/headers.toml`: the rows that are dropped.

use crate::{Applies, Check, Confidence, File, Findings, Header, Lint, statement};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5010",
    name: "internal-header",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let at = hash + 2;
    let Some(Header { name, .. }) = code.header(hash).filter(|_| !file.dialect().knows_both) else { return };
    if !hipify_rules::header(name).is_some_and(|header| header.is_dropped()) || !file.dialect().is_hip() {
        return;
    }
    if file.tree.has_header(file.source.path, name) {
        return;
    }
    let finding = out.report(file.span(at), format!("`{name}` is a header inside of the CUDA toolkit"));
    finding.help("remove the include: `hip/hip_runtime.h` declares what it did");
    let Some((_, end)) = code.directive(hash) else { return };
    let line = statement::whole_lines(code.source, code.span(hash, end));
    finding.safe_fix("remove the include", vec![Edit::delete(line)]);
}
