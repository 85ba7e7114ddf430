//! CUPTI or the profiler's switch is used.
//!
//! ## What
//!
//! A header or name of CUPTI, or a call of `cudaProfilerStart` or `cudaProfilerStop`.
//!
//! ## Why on AMD
//!
//! ROCm has no CUPTI. `hipProfilerStart` and `hipProfilerStop` exist, deprecated, and return `hipErrorNotSupported`: a
//! checked call ends the program.
//!
//! ## Example
//!
//! ```cuda before
//! CHECK(cudaProfilerStart());
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! CHECK(cudaProfilerStart());
//! #endif
//! ```
//!
//! ## Fix
//!
//! Use rocprofiler-sdk in the place of CUPTI, and `roctxProfilerResume` in the place of the switch; or leave them out. The
//! fix removes calls that are statements by themselves.
//!
//! ## Source
//!
//! `hip_runtime_api.h` of HIP 6.4: `hipProfilerStart`; `rules/headers.toml`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint, statement};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP4014",
    name: "cupti",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Calls(SWITCHES, check)],
};

const SWITCHES: &[&str] =
    &["cudaProfilerStart", "cudaProfilerStop", "cuProfilerStart", "cuProfilerStop", "hipProfilerStart", "hipProfilerStop"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let message = format!("`{}` does nothing on AMD GPUs and returns `hipErrorNotSupported`", file.text(call.name));
    let finding = out.report(file.span(call.name), message).level(Level::Note);
    finding.help("use `roctxProfilerResume` and `roctxProfilerPause`, or leave it out");
    if let Some(edit) = statement::delete_call(file, call.name, call.close) {
        finding.unsafe_fix("remove the call", vec![edit]);
    }
}
