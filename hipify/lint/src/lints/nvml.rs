//! NVML is used.
//!
//! ## What
//!
//! A header or name of the NVIDIA Management Library.
//!
//! ## Why on AMD
//!
//! ROCm has no NVML. AMD SMI answers the same questions, clocks, memory, temperature, power, by calls that are not one to
//! one.
//!
//! ## Example
//!
//! ```cuda before
//! nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &t);
//! ```
//!
//! ```cuda after
//! amdsmi_get_temp_metric(processor, AMDSMI_TEMPERATURE_TYPE_EDGE, AMDSMI_TEMP_CURRENT, &t);
//! ```
//!
//! ## Fix
//!
//! Write the queries with AMD SMI (`amd_smi/amdsmi.h`), wrapped in an interface of your own where both are kept.
//!
//! ## Source
//!
//! `rules/headers.toml`; AMD SMI's reference manual.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4013",
    name: "nvml",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
