//! A device variable is passed to HIP without `HIP_SYMBOL`.
//!
//! ## What
//!
//! `hipMemcpyToSymbol`, `hipMemcpyFromSymbol`, `hipGetSymbolAddress` and similar names with a bare variable. In CUDA sources nothing is
//! reported, since `hipify-rs port` adds the macro.
//!
//! ## Why on AMD
//!
//! HIP's interface asks for `HIP_SYMBOL(variable)`, which each platform defines for itself. In C++ the AMD headers take the bare variable
//! by a template as well; C code and function pointers do not have it.
//!
//! ## Example
//!
//! ```cuda before
//! hipMemcpyToSymbol(coefficients, host, size);
//! ```
//!
//! ```cuda after
//! hipMemcpyToSymbol(HIP_SYMBOL(coefficients), host, size);
//! ```
//!
//! ## Fix
//!
//! Wrap the variable.
//!
//! ## Source
//!
//! `hip_runtime_api.h` of HIP 5.2 and 6.4: the templates, and `HIP_SYMBOL`; compiled with clang 19 in both passes.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2027",
    name: "constant-symbol",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Calls(TO, check_first), Check::Calls(FROM, check_second)],
};

const TO: &[&str] = &["hipMemcpyToSymbol", "hipMemcpyToSymbolAsync"];
const FROM: &[&str] = &["hipMemcpyFromSymbol", "hipMemcpyFromSymbolAsync", "hipGetSymbolAddress", "hipGetSymbolSize"];

fn check_first(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    check(file, call, 0, out);
}

fn check_second(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    check(file, call, 1, out);
}

fn check(file: &File<'_>, call: &Call, number: usize, out: &mut Findings<'_>) {
    let Some(symbol) = call.arguments.get(number) else { return };
    let is_variable = symbol.first == symbol.last && file.code.kind(symbol.first) == TokenKind::Identifier;
    if !is_variable {
        return;
    }
    let span = file.argument_span(*symbol);
    let edits = vec![Edit::insert(span.start, "HIP_SYMBOL("), Edit::insert(span.end, ")")];
    let text = file.argument_text(*symbol);
    out.report(span, format!("`{text}` is passed without `HIP_SYMBOL`")).safe_fix("wrap the variable", edits);
}
