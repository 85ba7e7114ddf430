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

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3011",
    name: "ipc",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
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

const SAYS: Says = Says {
    message: "memory or events are shared between processes by `{}`",
    help: "share whole allocations, and test with two processes on the target machine",
};
