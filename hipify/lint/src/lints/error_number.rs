//! A status is compared with a number that names no error in HIP.
//!
//! ## What
//!
//! A variable of type `cudaError_t`, `hipError_t` or `CUresult` is compared with a number, or a `case` of a `switch` over it
//! has one, and `hipError_t` has no enumerator of that value. Numbers that mean the same on both sides, such as 2, 700 or
//! 719, are not reported.
//!
//! ## Why on AMD
//!
//! The comparison compiles and is never true. CUDA itself renumbered its errors in 10.1: 77, once an illegal address, is 700
//! since.
//!
//! ## Example
//!
//! ```cuda before
//! if (cudaDeviceSynchronize() == cudaSuccess || status == 77) retry();
//! ```
//!
//! ```cuda after
//! if (cudaDeviceSynchronize() == cudaSuccess || status == cudaErrorIllegalAddress) retry();
//! ```
//!
//! ## Fix
//!
//! Write the enumerator.
//!
//! ## Source
//!
//! `driver_types.h` of CUDA 12.9 and `hip_runtime_api.h` of HIP 6.4: 70 of the 72 codes that both have bear the same number.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3005",
    name: "error-number",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["cudaError_t", "cudaError", "hipError_t", "CUresult"], check)],
};

/// Values of `hipError_t` that mean the same in CUDA.
const SHARED: &[i128] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 17, 21, 35, 52, 53, 98, 100, 101, 200, 201, 205, 206, 207, 208, 209, 210, 211, 212,
    213, 214, 215, 216, 217, 218, 219, 300, 301, 302, 303, 304, 400, 401, 500, 600, 700, 701, 702, 704, 705, 708, 709, 710, 712,
    713, 719, 720, 801, 900, 901, 902, 903, 904, 905, 906, 907, 908, 910, 999,
];

/// Tokens after a declaration in which its name is looked for.
const SCOPE: usize = 1_500;

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(name) = code.next(at).filter(|&i| code.kind(i) == TokenKind::Identifier) else { return };
    // A function of that type, or a parameter of a declaration, is no variable.
    if code.next_is(name, b'(') {
        return;
    }
    let mut depth = 0i32;
    let mut next = code.next(name);
    for _ in 0..SCOPE {
        let Some(i) = next else { return };
        depth += i32::from(code.is(i, b'{')) - i32::from(code.is(i, b'}'));
        if depth < 0 {
            return;
        }
        if code.kind(i) == TokenKind::Identifier && code.text(i) == code.text(name) {
            numbers_beside(file, i).into_iter().for_each(|number| report(file, number, out));
        }
        next = code.next(i);
    }
}

/// The numbers that the variable at `at` is compared with.
fn numbers_beside(file: &File<'_>, at: usize) -> Vec<usize> {
    let code = &file.code;
    let is_number = |i: &usize| code.kind(*i) == TokenKind::Number;
    let is_equality = |first: usize, second: usize| code.is(second, b'=') && (code.is(first, b'=') || code.is(first, b'!'));
    let after = || {
        let first = code.next(at)?;
        let second = code.next(first)?;
        code.next(second).filter(|i| is_equality(first, second) && is_number(i))
    };
    let before = || {
        let second = code.previous(at)?;
        let first = code.previous(second)?;
        code.previous(first).filter(|i| is_equality(first, second) && is_number(i))
    };
    after().into_iter().chain(before()).chain(cases(file, at)).collect()
}

/// The numbers of `case`s, where `at` is what a `switch` is over.
fn cases(file: &File<'_>, at: usize) -> Vec<usize> {
    let code = &file.code;
    let body = || {
        // `switch (status)`, `switch (static_cast<int>(status))`
        let switch = (at.saturating_sub(9)..at).rev().find(|&i| code.is_word(i, b"switch"))?;
        let open = code.next(switch).filter(|&i| code.is(i, b'('))?;
        let close = code.close(open).filter(|&close| close > at)?;
        let brace = code.next(close).filter(|&i| code.is(i, b'{'))?;
        Some(brace..code.close(brace)?)
    };
    let cases = body().unwrap_or(0..0).filter(|&i| code.is_word(i, b"case"));
    cases.filter_map(|i| code.next(i)).filter(|&i| code.kind(i) == TokenKind::Number).collect()
}

fn report(file: &File<'_>, number: usize, out: &mut Findings<'_>) {
    let Some(value) = file.value(number, number).filter(|value| !SHARED.contains(&value.number)) else { return };
    let place = file.span(number);
    if out.of_cause(&place).is_none() {
        out.report_cause(place, format!("HIP has no error of the number {}", value.number))
            .help("compare with an enumerator: numbers changed in CUDA 10.1, and HIP has the newer ones");
    }
}
