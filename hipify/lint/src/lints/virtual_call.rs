//! A class has virtual functions of the device.
//!
//! ## What
//!
//! `virtual` in the declaration of a `__device__` function, once a file.
//!
//! ## Why on AMD
//!
//! Calls that the compiler cannot resolve keep it from knowing how much stack and how many registers a kernel needs: it assumes the most,
//! and fewer waves run at once. As with CUDA, an object must be constructed on the side that calls it: a copy from the host has the
//! host's table of functions.
//!
//! ## Example
//!
//! ```cuda before
//! struct Shape { __device__ virtual float area() const = 0; };
//! ```
//!
//! ```cuda after
//! template <typename S> __device__ float area(const S &shape) { return shape.area(); }
//! ```
//!
//! ## Fix
//!
//! Choose the function by a template argument or a `switch`, where the kernel's speed matters.
//!
//! ## Source
//!
//! LLVM's AMDGPU usage guide, call convention; `.uses_dynamic_stack` in the metadata of such kernels.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2025",
    name: "virtual-call",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["virtual"], check)],
};

/// Tokens of a declaration's head that are looked at.
const LONGEST: usize = 24;

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if !is_device(file, at) {
        return;
    }
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(at), "and here");
        }
        None => {
            out.report_once(file.span(at), "a kernel that calls virtual functions is compiled for the most registers and stack")
                .help("choose the function by a template argument or a `switch` where speed matters");
        }
    }
}

fn is_device(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let ends = |i: usize| b";{}(:".iter().any(|b| code.is(i, *b));
    let walk = |step: fn(&hipify_syntax::Code<'_>, usize) -> Option<usize>| {
        let mut i = at;
        for _ in 0..LONGEST {
            match step(code, i).filter(|&next| !ends(next)) {
                Some(next) if code.is_word(next, b"__device__") => return true,
                Some(next) => i = next,
                None => return false,
            }
        }
        false
    };
    walk(|code, i| code.next(i)) || walk(|code, i| code.previous(i))
}
