//! The clock of the device is read and taken for time.
//!
//! ## What
//!
//! `clock()` and `clock64()` in device code of a file that asks for a clock rate, and of others as a note; `globaltimer` by assembly is
//! reported as PTX.
//!
//! ## Why on AMD
//!
//! `clock64` counts cycles of a core clock that changes while the kernel runs. The clock of constant frequency is `wall_clock64`, whose
//! rate in kHz is `hipDeviceAttributeWallClockRate`, not `clockRate`: some 100 MHz.
//!
//! ## Example
//!
//! ```cuda before
//! long long end = clock64() + milliseconds * clock_rate_in_khz;
//! ```
//!
//! ```cuda after
//! long long end = wall_clock64() + milliseconds * wall_clock_rate_in_khz;
//! ```
//!
//! ## Fix
//!
//! Read `wall_clock64()` and `hipDeviceAttributeWallClockRate` together, on AMD GPUs. To compare instruction counts only, keep the call.
//!
//! ## Source
//!
//! `amd_device_functions.h` of HIP 6.4, the comments at both functions; HIP's issue 3110.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2016",
    name: "device-clock",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["clock", "clock64"], check)],
};

/// What gives the rate of the clock, in CUDA and HIP.
const RATES: &[&str] =
    &["clockRate", "cudaDevAttrClockRate", "hipDeviceAttributeClockRate", "CU_DEVICE_ATTRIBUTE_CLOCK_RATE", "CLOCKS_PER_SEC"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    let rate = RATES.iter().find_map(|name| file.first_use(name));
    let message = format!("`{}` counts cycles of a clock whose rate changes", file.text(call.name));
    let finding = out.report(file.span(call.name), message);
    finding.help("for time read `wall_clock64()`, whose rate is `hipDeviceAttributeWallClockRate`");
    match rate {
        Some(rate) => finding.related(file.span(rate), "the rate is taken for constant here"),
        None => finding.level(Level::Note).confidence(Confidence::Low),
    };
}
