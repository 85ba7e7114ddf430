//! Fast arithmetic is asked for by an option of a build or script.
//!
//! ## What
//!
//! `--use_fast_math` or `-use_fast_math`, and `-ffast-math` where clang compiles HIP.
//!
//! ## Why on AMD
//!
//! nvcc's option flushes denormals and makes division, roots and some functions less exact; NaN and infinity keep their
//! meaning. clang's `-ffast-math`, which the port writes for it, also lets the compiler assume that there are none:
//! `isnan(x)` is false for every `x`.
//!
//! ## Example
//!
//! ```shell before
//! hipcc -ffast-math a.hip
//! ```
//!
//! ```shell after
//! clang++ -x hip -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt a.hip
//! ```
//!
//! ## Fix
//!
//! Try `-fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt` first, and `-ffast-math` where nothing
//! looks for NaN.
//!
//! ## Source
//!
//! nvcc's manual, `--use_fast_math`; clang's manual: `-ffast-math` implies `-ffinite-math-only`.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6002",
    name: "fast-math-flag",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::BuildFile(check)],
};

const SPELLINGS: &[&str] = &["--use_fast_math", "-use_fast_math", "-ffast-math"];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    for (start, line) in text.lines() {
        let Some((at, spelling)) = SPELLINGS.iter().find_map(|spelling| Some((line.find(spelling)?, *spelling))) else {
            continue;
        };
        // The host's own `-ffast-math` is the same as ever.
        let is_hip = ["hip", "HIP", "amdclang", "offload-arch", "-x hip"].iter().any(|mark| line.contains(mark));
        if spelling == "-ffast-math" && !is_hip {
            continue;
        }
        let message = format!("`{spelling}` does not mean the same for nvcc and clang");
        out.report(start + at..start + at + spelling.len(), message)
            .help("try `-fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt`, which keep NaN and infinity");
    }
}
