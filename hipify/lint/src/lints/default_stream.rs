//! The default stream is made one for each thread by an option of nvcc.
//!
//! ## What
//!
//! `--default-stream per-thread` in a script, a Dockerfile or another file that the port does not change, or in the flags of
//! a build that calls clang.
//!
//! ## Why on AMD
//!
//! clang does not know the option and spells it `-fgpu-default-stream=per-thread`. Without it all threads share the null
//! stream, which waits for every other stream.
//!
//! ## Example
//!
//! ```shell before
//! clang++ -x hip --default-stream per-thread -c a.cpp
//! ```
//!
//! ```shell after
//! clang++ -x hip -fgpu-default-stream=per-thread -c a.cpp
//! ```
//!
//! ## Fix
//!
//! Write clang's option, or define `HIP_API_PER_THREAD_DEFAULT_STREAM` before HIP's headers.
//!
//! ## Source
//!
//! clang's `-fgpu-default-stream`; `hip_runtime_api.h`: `HIP_API_PER_THREAD_DEFAULT_STREAM`.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3018",
    name: "default-stream",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::BuildFile(check)],
};

/// How nvcc takes the option.
const SPELLINGS: &[&str] = &["--default-stream per-thread", "--default-stream=per-thread", "-default-stream per-thread"];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    let places = text.lines().filter_map(|(start, line)| {
        let (spelling, at) = SPELLINGS.iter().find_map(|spelling| line.find(spelling).map(|at| (spelling, at)))?;
        // The port of a line that runs nvcc translates its options.
        (!line.contains("nvcc") && !line.contains("NVCC")).then(|| start + at..start + at + spelling.len())
    });
    for place in places {
        let finding = out.report(place.clone(), "clang does not know `--default-stream`");
        finding.help("write `-fgpu-default-stream=per-thread`");
        let edit = Edit::replace(place, "-fgpu-default-stream=per-thread");
        finding.unsafe_fix("write `-fgpu-default-stream=per-thread`", vec![edit]);
    }
}
