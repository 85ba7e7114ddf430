//! A tool or option that ROCm has given up is used.
//!
//! ## What
//!
//! `--amdgpu-target`, which clang refuses; and `hipcc`, deprecated: the first in a file is reported.
//!
//! ## Why on AMD
//!
//! clang took `--amdgpu-target` for `--offload-arch` once and no longer knows it. `hipcc` is a thin wrapper of clang that
//! AMD has deprecated; builds that call clang directly say what they mean.
//!
//! ## Example
//!
//! ```shell before
//! hipcc --amdgpu-target=gfx90a -o app app.hip
//! ```
//!
//! ```shell after
//! amdclang++ -x hip --offload-arch=gfx90a --hip-link -o app app.hip
//! ```
//!
//! ## Fix
//!
//! Write `--offload-arch`. Call `amdclang++ -x hip`, or let CMake's HIP language do it.
//!
//! ## Source
//!
//! clang 19: `unknown argument: --amdgpu-target=gfx90a`; ROCm's release notes on HIPCC.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7011",
    name: "hipcc-deprecated",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::BuildFile(check)],
};

const OPTION: &str = "--amdgpu-target";

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    for place in text.words("amdgpu-target").filter_map(|place| dashes(text.text, place)) {
        let finding = out.report(place.clone(), "clang no longer knows `--amdgpu-target`");
        finding.help("write `--offload-arch`");
        finding.safe_fix("write `--offload-arch`", vec![Edit::replace(place, "--offload-arch")]);
    }
    for place in text.words("hipcc") {
        let before = text.text[..place.start].chars().next_back();
        let after = text.text[place.end..].chars().next();
        // `libhipcc`, `hipcc.txt` and packages such as `hipcc-dev` are no calls.
        if before.is_some_and(|c| c == '-' || c == '.') || after.is_some_and(|c| c == '-' || c == '.') {
            continue;
        }
        if let Some(finding) = out.report_first(place, "`hipcc` is deprecated") {
            finding.level(Level::Note).help("call `amdclang++ -x hip --offload-arch=...`, or use CMake's HIP language");
        }
    }
}

/// The option with its two dashes.
fn dashes(text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let start = place.start.checked_sub(2)?;
    (text.get(start..place.end)? == OPTION).then_some(start..place.end)
}
