//! A variable of CUDA's environment is set or read.
//!
//! ## What
//!
//! `CUDA_LAUNCH_BLOCKING`, `CUDA_DEVICE_ORDER`, `CUDA_CACHE_PATH` and others in scripts, CI descriptions, Dockerfiles and
//! strings of programs. `CUDA_VISIBLE_DEVICES`, which HIP reads too, is not reported.
//!
//! ## Why on AMD
//!
//! AMD's runtime reads variables of its own; it ignores these silently.
//!
//! ## Example
//!
//! ```shell before
//! export CUDA_LAUNCH_BLOCKING=1
//! ```
//!
//! ```shell after
//! export AMD_SERIALIZE_KERNEL=3
//! ```
//!
//! ## Fix
//!
//! Set the variable that the help names.
//!
//! ## Source
//!
//! ROCm's pages on environment variables of HIP.

use crate::{Applies, BuildText, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7008",
    name: "env",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::BuildFile(script), Check::Strings(program)],
};

/// Variables, and what AMD's runtime reads in their place.
const VARIABLES: &[(&str, &str)] = &[
    ("CUDA_LAUNCH_BLOCKING", "`AMD_SERIALIZE_KERNEL=3` makes launches wait"),
    ("CUDA_DEVICE_ORDER", "HIP orders devices by the driver; choose by `HIP_VISIBLE_DEVICES` or `ROCR_VISIBLE_DEVICES`"),
    ("CUDA_DEVICE_MAX_CONNECTIONS", "`GPU_MAX_HW_QUEUES` bounds the hardware's queues"),
    ("CUDA_CACHE_PATH", "code objects are not cached between runs, but for those of hipRTC's callers"),
    ("CUDA_CACHE_DISABLE", "code objects are not cached between runs"),
    ("CUDA_MODULE_LOADING", "HIP loads code objects when they are first needed"),
    ("CUDA_MPS_PIPE_DIRECTORY", "ROCm has no MPS: processes share a GPU without it"),
];

fn script(text: &BuildText<'_>, out: &mut Findings<'_>) {
    for (name, help) in VARIABLES {
        for place in text.words(name) {
            out.report(place, format!("AMD's runtime does not read `{name}`")).help(*help);
        }
    }
}

fn program(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let text = file.text(at).trim_matches('"');
    if let Some((name, help)) = VARIABLES.iter().find(|row| row.0 == text) {
        out.report(file.span(at), format!("AMD's runtime does not read `{name}`")).help(*help);
    }
}
