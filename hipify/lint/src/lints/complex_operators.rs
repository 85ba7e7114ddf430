//! An operator of `cuComplex` is defined that HIP has already, with another meaning.
//!
//! ## What
//!
//! A definition for host and device of `operator*`, `/`, `*=` or `/=`, and before ROCm 6 of `+` and `-`, whose two parameters are
//! `cuFloatComplex`, `cuDoubleComplex` or `cuComplex`. One for the device or the host alone comes before HIP's; before ROCm 6 not if
//! it takes references.
//!
//! ## Why on AMD
//!
//! HIP's complex types are `float2` and `double2`, whose operators act on each component. A use of the program's own operator is ambiguous
//! or defined twice; without it the product would be component by component.
//!
//! ## Example
//!
//! ```cuda before
//! __host__ __device__ cuFloatComplex operator*(cuFloatComplex a, cuFloatComplex b) { return cuCmulf(a, b); }
//! ```
//!
//! ```cuda after
//! struct Complex { cuFloatComplex value; };
//! __host__ __device__ Complex operator*(Complex a, Complex b) { return {cuCmulf(a.value, b.value)}; }
//! ```
//!
//! ## Fix
//!
//! Call `cuCmulf` and similar functions, or wrap the type in one of your own, such as `thrust::complex`.
//!
//! ## Source
//!
//! `amd_hip_complex.h` of HIP 5.2 and 6.4, compiled with clang 19.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::definitions::Specifiers;
use hipify_syntax::{Argument, TokenKind};

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

/// Tokens of a declaration in front of its `operator`.
const LONGEST_HEAD: usize = 24;

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
    let by_reference = (left.first..=right.last).any(|at| code.is(at, b'&'));
    let clashes = is_for_both(file, at) || by_reference && before_6(file);
    if !clashes {
        return;
    }
    out.report(code.span(at, sign), format!("HIP's `{kind}` has this operator already, which acts on each component"))
        .help("call `cuCmulf` and its kin by name, or wrap the type in your own");
}

/// HIP 6 has sums of complex numbers that a program's own stand before.
fn is_reported(file: &File<'_>, sign: usize) -> bool {
    let code = &file.code;
    code.is(sign, b'*') || code.is(sign, b'/') || before_6(file) && (code.is(sign, b'+') || code.is(sign, b'-'))
}

fn before_6(file: &File<'_>) -> bool {
    file.options.rocm().is_some_and(|rocm| rocm.major() < 6)
}

/// Whether the declaration of the operator at `at` says that it is for the host and for the device, as HIP's are.
fn is_for_both(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let (mut host, mut device) = (false, false);
    let mut before = code.previous(at);
    for _ in 0..LONGEST_HEAD {
        let Some(word) = before.filter(|&word| !b";{}".iter().any(|b| code.is(word, *b))) else { break };
        let specifiers = Specifiers::of_word(code.text(word));
        let specifiers = if specifiers.is_given() { specifiers } else { file.macros().specifiers(code.text(word)) };
        (host, device) = (host | specifiers.host, device | specifiers.device);
        before = code.previous(word);
    }
    host && device
}

fn complex_type<'a>(file: &File<'a>, parameter: Argument) -> Option<&'a str> {
    let names = (parameter.first..=parameter.last).filter(|&at| file.code.kind(at) == TokenKind::Identifier);
    names.map(|at| file.text(at)).find(|name| TYPES.contains(name))
}
