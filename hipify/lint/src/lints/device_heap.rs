//! Device code allocates memory.
//!
//! ## What
//!
//! `malloc`, `free` and `new` in device code, once a file.
//!
//! ## Why on AMD
//!
//! The device's heap is a part of HIP's device library that asks the host for memory; its size at the start and its speed are others than
//! CUDA's, and a failure gives a null pointer.
//!
//! ## Example
//!
//! ```cuda before
//! float *buffer = static_cast<float *>(malloc(n * sizeof(float)));
//! ```
//!
//! ```cuda after
//! float *buffer = scratch + (blockIdx.x * blockDim.x + threadIdx.x) * n;
//! ```
//!
//! ## Fix
//!
//! Allocate on the host and give each thread its part.
//!
//! ## Source
//!
//! ROCm's device library, `ockl/src/dm.cl`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2026",
    name: "device-heap",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["malloc", "free"], check), Check::Words(&["new"], check_new)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    report(file, call.name, out);
}

/// `new (where) T` allocates nothing.
fn check_new(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if !file.code.next_is(at, b'(') {
        report(file, at, out);
    }
}

fn report(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if !file.is_device(at) {
        return;
    }
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(at), "and here");
        }
        None => {
            out.report_once(file.span(at), "the heap of the device is slow, and its size is not CUDA's")
                .help("allocate on the host and give each thread its part");
        }
    }
}
