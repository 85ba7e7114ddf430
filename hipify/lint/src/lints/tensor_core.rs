//! Warp matrix functions (`nvcuda::wmma`) are used.
//!
//! ## What
//!
//! An include of `mma.h`, once a file, and as errors the names of `nvcuda` that rocWMMA has not: one-bit and four-bit matrices, tf32.
//! Matrix instructions in assembly are reported as PTX.
//!
//! ## Why on AMD
//!
//! `hipify-rs port` writes rocWMMA's names. rocWMMA runs on CDNA and on RDNA from the third generation; a fragment is spread over the
//! lanes of a wave in another way and has another number of elements, so that code which reads `fragment.x[i]` by CUDA's layout is wrong.
//! Which shapes and types there are depends on the target.
//!
//! ## Example
//!
//! ```cuda before
//! wmma::mma_sync(sum, a, b, sum);
//! ```
//!
//! ```cuda after
//! rocwmma::mma_sync(sum, a, b, sum);
//! ```
//!
//! ## Fix
//!
//! Check shapes and element types against rocWMMA's tables, load and store fragments by its functions only, and size shared memory and
//! blocks by the wave of the target.
//!
//! ## Source
//!
//! rocWMMA's programming guide; `rules/api/namespaces.toml` for the names.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2038",
    name: "tensor-core",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[
        Check::Port,
        Check::Directives(check),
        Check::Words(&["mma_sync", "load_matrix_sync", "store_matrix_sync", "fragment"], check_name),
    ],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    if file.code.header(hash).is_some_and(|header| matches!(header.name, "mma.h" | "crt/mma.h")) {
        let message = "rocWMMA stands in for `mma.h`: fragments have another layout, and shapes and types depend on the target";
        out.report_once(file.span(hash + 2), message).help("check shapes and element types, and use no layout of your own");
    }
}

/// Names the places in the finding of the include.
fn check_name(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if let Some(finding) = out.of_file() {
        finding.also(file.span(at), "used here");
    }
}
