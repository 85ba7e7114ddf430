//! A member `x` or `y` of `half2` is read, which HIP 5 has as an integer.
//!
//! ## What
//!
//! `v.x` and `v.y` of a variable that the function declares as `half2`.
//!
//! ## Why on AMD
//!
//! In HIP 5 the members are `unsigned short`: a conversion to `float` gives the number that the bits spell (15360 for 1.0), and no error.
//! In HIP 6 they are halves.
//!
//! ## Example
//!
//! ```cuda before
//! float low = __half2float(v.x);
//! ```
//!
//! ```cuda after
//! float low = __half2float(__low2half(v));
//! ```
//!
//! ## Fix
//!
//! Read by `__low2half` and `__high2half`, which CUDA and all HIP releases have; write by `__halves2half2`.
//!
//! ## Source
//!
//! `amd_hip_fp16.h` of HIP 5.2 and 6.4, compiled for gfx90a with clang 19: the constants in the assembly.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_rules::Version;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2034",
    name: "half2-members",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Safe),
    applies: Applies::RocmBefore(Version::new(6, 0, 0)),
    checks: &[Check::Words(&["x", "y"], check)],
};

const TYPES: &[&str] = &["half2", "__half2"];

/// Tokens in which the declaration is looked for.
const LONGEST: usize = 4_000;

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let dot = code.previous(at).filter(|&dot| code.is(dot, b'.'));
    let Some(variable) = dot.and_then(|dot| code.previous(dot)).filter(|&v| code.kind(v) == TokenKind::Identifier) else {
        return;
    };
    if TYPES.iter().all(|name| file.first_use(name).is_none()) || !is_half2(file, variable) || is_written(file, variable, at) {
        return;
    }
    let function = if file.text(at) == "x" { "__low2half" } else { "__high2half" };
    let span = code.span(variable, at);
    let edit = Edit::replace(span.clone(), format!("{function}({})", file.text(variable)));
    out.report(span, "members of `half2` are integers in HIP 5")
        .help("read by `__low2half` and `__high2half`")
        .safe_fix(format!("write `{function}`"), vec![edit]);
}

/// Whether the function declares the variable as a `half2`.
fn is_half2(file: &File<'_>, variable: usize) -> bool {
    let code = &file.code;
    let Some(function) = file.function_at(variable) else { return false };
    let range = function.parameters.0.max(variable.saturating_sub(LONGEST))..variable;
    let is_it = |&at: &usize| code.kind(at) == TokenKind::Identifier && code.text(at) == code.text(variable);
    let mut declared = range.filter(is_it).filter_map(|at| code.previous(at));
    // A name after a `.` is a member of another thing.
    !code.previous_is(variable, b'.') && declared.any(|before| TYPES.contains(&file.text(before)))
}

/// `v.x = ...`, `&v.x`.
fn is_written(file: &File<'_>, variable: usize, at: usize) -> bool {
    let code = &file.code;
    let assigned = code.next(at).is_some_and(|equals| code.is(equals, b'=') && !code.next_is(equals, b'='));
    assigned || code.previous_is(variable, b'&')
}
