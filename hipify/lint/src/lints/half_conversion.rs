//! A macro that hides operators of half types is spelt as CUDA spells it.
//!
//! ## What
//!
//! `__CUDA_NO_HALF_OPERATORS__` and `__CUDA_NO_HALF_CONVERSIONS__` in build files and scripts; in code, the macros of that kind that HIP
//! has no counterpart for.
//!
//! ## Why on AMD
//!
//! HIP's macros are `__HIP_NO_HALF_OPERATORS__` and `__HIP_NO_HALF_CONVERSIONS__`. Without them a program that defines its own operators
//! meets HIP's: "redefinition of 'operator+'".
//!
//! ## Example
//!
//! ```cuda before
//! add_definitions(-D__CUDA_NO_HALF_OPERATORS__)
//! ```
//!
//! ```cuda after
//! add_definitions(-D__HIP_NO_HALF_OPERATORS__)
//! ```
//!
//! ## Fix
//!
//! Define HIP's macros for the AMD build, beside CUDA's where both are built. In C++ code `hipify-rs port` renames them.
//!
//! ## Source
//!
//! `amd_hip_fp16.h` of HIP 6.4; a program with its own `operator+` of `half` compiled with clang 19, HIP 5.2 and 6.4.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2035",
    name: "half-conversion",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::BuildFile(check)],
};

const MACROS: &[(&str, &str)] = &[
    ("__CUDA_NO_HALF_OPERATORS__", "__HIP_NO_HALF_OPERATORS__"),
    ("__CUDA_NO_HALF_CONVERSIONS__", "__HIP_NO_HALF_CONVERSIONS__"),
];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    for (cuda, hip) in MACROS {
        if text.text.contains(hip) {
            continue;
        }
        // A `-D` may stand at once before the name.
        for span in text.places(cuda) {
            out.report(span.clone(), format!("`{cuda}` means nothing to HIP, whose macro is `{hip}`"))
                .help("define HIP's macro for the AMD build")
                .unsafe_fix("write HIP's macro", vec![Edit::replace(span, *hip)]);
        }
    }
}
