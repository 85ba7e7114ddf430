//! An operator of `cuComplex` is defined that HIP has already, with another meaning.
//!
//! ## What
//!
//! A definition of `operator*`, `/`, `*=` or `/=`, and before ROCm 6 of `+` and `-`, whose two parameters are `cuFloatComplex`,
//! `cuDoubleComplex` or `cuComplex`.
//!
//! ## Why on AMD
//!
//! HIP's complex types are `float2` and `double2`, whose operators act on each component. A use of the program's own operator is ambiguous
//! or defined twice; without it the product would be component by component.
//!
//! ## Example
//!
//! ```cuda before
//! __device__ cuFloatComplex operator*(cuFloatComplex a, cuFloatComplex b) { return cuCmulf(a, b); }
//! ```
//!
//! ```cuda after
//! struct Complex { cuFloatComplex value; };
//! __device__ Complex operator*(Complex a, Complex b) { return {cuCmulf(a.value, b.value)}; }
//! ```
//!
//! ## Fix
//!
//! Call `cuCmulf` and its kin by name, or wrap the type in one of your own, such as `thrust::complex`.
//!
//! ## Source
//!
//! `amd_hip_complex.h` of HIP 5.2 and 6.4, compiled with clang 19.

use crate::code::Argument;
use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, File, Findings, Lint};
use crate::token::Kind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2033",
    name: "complex-operators",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["operator"], check)],
};

#[rustfmt::skip]
const TYPES: &[&str] = &[
    "cuFloatComplex", "cuDoubleComplex", "cuComplex", "hipFloatComplex", "hipDoubleComplex", "hipComplex",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(sign) = code.next(at).filter(|&sign| is_reported(file, sign)) else { return };
    let Some(mut open) = code.next(sign) else { return };
    if code.is(open, b'=') {
        let Some(next) = code.next(open) else { return };
        open = next;
    }
    if !code.is(open, b'(') {
        return;
    }
    let Some([left, right]) = code.arguments(open).and_then(|both| <[Argument; 2]>::try_from(both).ok()) else { return };
    let Some(kind) = complex_type(file, left).filter(|_| complex_type(file, right).is_some()) else { return };
    out.report(code.span(at, sign), format!("HIP's `{kind}` has this operator already, which acts on each component"))
        .help("call `cuCmulf` and its kin by name, or wrap the type in your own");
}

/// HIP 6 has sums of complex numbers that a program's own stand before.
fn is_reported(file: &File<'_>, sign: usize) -> bool {
    let before_6 = file.options.rocm().is_some_and(|rocm| rocm.major() < 6);
    let code = &file.code;
    code.is(sign, b'*') || code.is(sign, b'/') || before_6 && (code.is(sign, b'+') || code.is(sign, b'-'))
}

fn complex_type<'a>(file: &File<'a>, parameter: Argument) -> Option<&'a str> {
    let names = (parameter.first..=parameter.last).filter(|&at| file.code.kind(at) == Kind::Identifier);
    names.map(|at| file.text(at)).find(|name| TYPES.contains(name))
}
