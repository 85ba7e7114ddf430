//! A C file includes HIP's runtime header.
//!
//! ## What
//!
//! An include of `hip/hip_runtime.h` or `hip/hip_runtime_api.h` in a file whose name ends in `.c`, which defines no
//! platform.
//!
//! ## Why on AMD
//!
//! A C compiler does not say for which platform it compiles. HIP's header stops with `#error` unless `__HIP_PLATFORM_AMD__`
//! is defined.
//!
//! ## Example
//!
//! ```shell before
//! cc -c host.c
//! ```
//!
//! ```shell after
//! cc -D__HIP_PLATFORM_AMD__ -c host.c
//! ```
//!
//! ## Fix
//!
//! Define the macro in the build: CMake's `hip::host` does, for targets that link it.
//!
//! ## Source
//!
//! Compiled with clang 19 and HIP 6.4: "Must define exactly one of __HIP_PLATFORM_AMD__ or __HIP_PLATFORM_NVIDIA__".

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5013",
    name: "cu-in-c",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    let at = hash + 2;
    if !file.source.path.ends_with(".c")
        || file.code.header(hash).is_none_or(|header| !header.name.starts_with("hip/hip_runtime"))
    {
        return;
    }
    if file.macros().named(b"__HIP_PLATFORM_AMD__").next().is_some() {
        return;
    }
    if let Some(finding) =
        out.report_first(file.span(at), "HIP's header wants to know the platform, which C compilers do not say")
    {
        finding.help("compile with `-D__HIP_PLATFORM_AMD__`, or link `hip::host` in CMake");
    }
}
