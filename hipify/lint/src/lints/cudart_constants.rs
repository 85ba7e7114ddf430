//! A constant of CUDA's header is used in a file that is written for HIP.
//!
//! ## What
//!
//! `CUDART_INF_F`, `CUDART_PI` and their like in a file that includes HIP's headers. In a CUDA source the port renames them.
//!
//! ## Why on AMD
//!
//! HIP's `hip/hip_math_constants.h` has the same constants as `HIP_...`; CUDA's header is not there.
//!
//! ## Example
//!
//! ```cuda before
//! float best = CUDART_INF_F;
//! ```
//!
//! ```cuda after
//! #include <hip/hip_math_constants.h>
//! float best = HIP_INF_F;
//! ```
//!
//! ## Fix
//!
//! Write HIP's name and include its header.
//!
//! ## Source
//!
//! `hip/hip_math_constants.h` of HIP 6.4; the rows `CUDART_*` of `rules/api/runtime.toml`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5005",
    name: "cudart-constants",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Words(&["CUDART_*"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let name = file.text(at);
    let Some(hip) = hipify_rules::symbol(name.as_bytes()).and_then(|symbol| symbol.hip()) else { return };
    let is_defined = file.macros().named(name.as_bytes()).next().is_some();
    if !hip.starts_with("HIP_") || is_defined || !file.dialect().is_hip() {
        return;
    }
    let finding = out.report(file.span(at), format!("HIP has no `{name}`"));
    finding.help(format!("write `{hip}` and include `hip/hip_math_constants.h`"));
    let mut edits = vec![Edit::replace(file.span(at), hip)];
    if !file.includes(HEADER) {
        edits.extend(include_line(file));
    }
    finding.safe_fix(format!("write `{hip}`"), edits);
}

const HEADER: &str = "hip/hip_math_constants.h";

/// Inserts the include before the file's first include of a header of HIP's.
fn include_line(file: &File<'_>) -> Option<Edit> {
    let code = &file.code;
    let hash = file.dialect().hip_include?;
    let line = file.code.span(hash, hash + 2);
    let newline = if code.source.get(line.end) == Some(&b'\r') { "\r\n" } else { "\n" };
    let text = format!("{}{newline}#include <{HEADER}>", String::from_utf8_lossy(&code.source[line.clone()]));
    Some(Edit::replace(line, text))
}
