//! Device code prints.
//!
//! ## What
//!
//! `printf` in device code, once a file, and `cudaLimitPrintfFifoSize`.
//!
//! ## Why on AMD
//!
//! Each call sends its arguments to the host by a service of the runtime: it costs registers and time in the whole kernel, and the order
//! of lines differs.
//!
//! ## Example
//!
//! ```cuda before
//! printf("%d\n", value);
//! ```
//!
//! ```cuda after
//! #ifndef NDEBUG
//! printf("%d\n", value);
//! #endif
//! ```
//!
//! ## Fix
//!
//! Keep prints out of what is measured or shipped.
//!
//! ## Source
//!
//! A kernel compiled for gfx90a with clang 19 and HIP 6.4: `hidden_hostcall_buffer` among its arguments.
//! `hip_runtime_api.h` of HIP 6.4 on `hipDeviceSetLimit`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2018",
    name: "device-printf",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[
        Check::Calls(&["printf"], check),
        Check::Words(&["cudaLimitPrintfFifoSize", "hipLimitPrintfFifoSize"], check_limit),
    ],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(call.name), "and here");
        }
        None => {
            out.report_once(file.span(call.name), "a kernel that prints calls the host for each line")
                .help("keep prints out of what is measured");
        }
    }
}

fn check_limit(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    out.report(file.span(at), "HIP sets the limits of stack and heap alone");
}
