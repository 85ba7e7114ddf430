//! The bits of a NaN are compared.
//!
//! ## What
//!
//! The bits of a floating-point number (`__float_as_int`, `__float_as_uint`) are compared with `0x7fffffff`, NVIDIA's NaN.
//!
//! ## Why on AMD
//!
//! Operations of NVIDIA GPUs that make a NaN give `0x7fffffff`. On AMD GPUs they give `0x7fc00000`, the sign unset or set,
//! and keep the bits of an operand that is a NaN.
//!
//! ## Example
//!
//! ```cuda before
//! if (__float_as_int(x) == 0x7fffffff) return;
//! ```
//!
//! ```cuda after
//! if (isnan(x)) return;
//! ```
//!
//! ## Fix
//!
//! Ask `isnan`.
//!
//! ## Source
//!
//! CUDA's programming guide: NaN of single precision is 0x7fffffff; LLVM's canonical NaN is 0x7fc00000.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6005",
    name: "nan-payload",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["__float_as_int", "__float_as_uint"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let number = || {
        let first = code.next(call.close).filter(|&i| code.is(i, b'=') || code.is(i, b'!'))?;
        let second = code.next(first).filter(|&i| code.is(i, b'='))?;
        code.next(second)
    };
    let Some(number) = number() else { return };
    if file.value(number, number).is_some_and(|value| value.number == 0x7fff_ffff) {
        out.report(file.span(number), "a NaN of AMD GPUs has other bits").help("ask `isnan`");
    }
}
