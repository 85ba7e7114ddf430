//! Memory or events are shared between processes.
//!
//! ## What
//!
//! A call of `cudaIpc...`, `cuIpc...` or `hipIpc...`. The first of a file is reported, the others are related places.
//!
//! ## Why on AMD
//!
//! HIP has the calls; those of events work on Linux, those of memory may behave differently on Windows, its header says. Both
//! processes need the same rights on the GPU's device files, which containers often
//! lack.
//!
//! ## Example
//!
//! ```cuda before
//! cudaIpcGetMemHandle(&handle, pointer);
//! ```
//!
//! ```cuda after
//! cudaIpcGetMemHandle(&handle, allocation); // the pointer that hipMalloc gave
//! ```
//!
//! ## Fix
//!
//! Share pointers as allocations gave them, give both processes or containers access to `/dev/kfd` and `/dev/dri`, and test
//! on the target.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: the warnings at `hipIpcGetMemHandle`; ROCm's page on containers.

use crate::diagnostic::Level;
use crate::lint::{Applies, Call, Check, Confidence, File, Findings, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3011",
    name: "ipc",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(NAMES, check)],
};

const NAMES: &[&str] = &[
    "cudaIpcGetMemHandle",
    "cudaIpcOpenMemHandle",
    "cudaIpcGetEventHandle",
    "cudaIpcOpenEventHandle",
    "cuIpcGetMemHandle",
    "cuIpcOpenMemHandle",
    "cuIpcGetEventHandle",
    "cuIpcOpenEventHandle",
    "hipIpcGetMemHandle",
    "hipIpcOpenMemHandle",
    "hipIpcGetEventHandle",
    "hipIpcOpenEventHandle",
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if let Some(finding) = out.report_first(
        file.span(call.name),
        format!("memory or events are shared between processes by `{}`", file.text(call.name)),
    ) {
        finding.help("share whole allocations, and test with two processes on the target machine");
    }
}
