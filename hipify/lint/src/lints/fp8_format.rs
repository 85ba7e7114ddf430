//! Eight-bit floats of CUDA's format are used, which gfx942 does not compute in.
//!
//! ## What
//!
//! `__nv_fp8_*` types and conversions, and HIP's of the same format, once a file, where gfx940 to gfx942 is a target.
//!
//! ## Why on AMD
//!
//! CUDA's formats are those of the OCP. gfx940 to gfx942 compute in FNUZ: the exponent is one further down, the largest number of e4m3 is
//! 240 instead of 448, and there are no infinities and no negative zero. HIP has both formats as types; conversions of the OCP's are made
//! in software there, and bits of one read as the other are off by a factor of two. gfx950 and gfx12 have the OCP's.
//!
//! ## Example
//!
//! ```cuda before
//! __nv_fp8_e4m3 q(value / scale);
//! ```
//!
//! ```cuda after
//! __hip_fp8_e4m3_fnuz q(value / scale);
//! ```
//!
//! ## Fix
//!
//! Use the `_fnuz` types for what goes into the matrix instructions of gfx942, and take limits such as 448 from the type.
//!
//! ## Source
//!
//! `amd_hip_fp8.h` of HIP 6.4; `rules/api/device.toml`; LLVM's `APFloat`, `Float8E4M3FNUZ`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2037",
    name: "fp8-format",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Gfx(&["gfx940", "gfx941", "gfx942", "gfx9-4"]),
    checks: &[Check::Words(&["__nv_fp8*", "__hip_fp8*", "__nv_cvt_*_to_fp8*"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let name = file.text(at);
    if name.ends_with("_fnuz") || name.ends_with("_t") {
        return;
    }
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(at), "used here too");
        }
        None => {
            let message = format!("`{name}` is of the OCP's format, and gfx942 computes in FNUZ, whose bits mean other numbers");
            out.report_once(file.span(at), message).help("use the `_fnuz` types there, and take limits from the type");
        }
    }
}
