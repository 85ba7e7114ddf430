//! The result of a transcendental function is compared for equality.
//!
//! ## What
//!
//! `==`, `!=`, `EXPECT_EQ` or `ASSERT_EQ` with a call of `sinf`, `exp`, `pow` and their like on a side.
//!
//! ## Why on AMD
//!
//! AMD's and NVIDIA's libraries round differently within their bounds of some units in the last place. Equality holds on one
//! GPU and not on the other.
//!
//! ## Example
//!
//! ```cuda before
//! EXPECT_EQ(out[0], expf(1.0f));
//! ```
//!
//! ```cuda after
//! EXPECT_NEAR(out[0], expf(1.0f), 4e-7f);
//! ```
//!
//! ## Fix
//!
//! Compare with a tolerance of at least 4 units in the last place.
//!
//! ## Source
//!
//! OpenCL's bounds, which AMD's device library keeps: ROCm's device-libs, `ocml`; CUDA's programming guide.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6004",
    name: "exact-compare",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(NAMES, check), Check::Calls(&["EXPECT_EQ", "ASSERT_EQ", "CHECK_EQ"], expectation)],
};

const NAMES: &[&str] = &[
    "sin", "cos", "tan", "exp", "exp2", "log", "log2", "log10", "pow", "tanh", "erf", "sinf", "cosf", "tanf", "expf", "exp2f",
    "logf", "log2f", "log10f", "powf", "tanhf", "erff",
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let equality = |first: Option<usize>, second: Option<usize>| {
        first.zip(second).is_some_and(|(a, b)| (code.is(a, b'=') || code.is(a, b'!')) && code.is(b, b'='))
    };
    let (after, before) = (code.next(call.close), code.previous(call.name));
    let is_compared =
        equality(after, after.and_then(|i| code.next(i))) || equality(before.and_then(|i| code.previous(i)), before);
    // `x <= f(y)` ends in `=` too, and has no `=` or `!` before it.
    if is_compared {
        report(file, call.name, out);
    }
}

fn expectation(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let is_result = |at: &usize| NAMES.contains(&file.text(*at)) && file.code.next_is(*at, b'(');
    let first = call.arguments.iter().map(|argument| argument.first).find(is_result);
    first.into_iter().for_each(|at| report(file, at, out));
}

fn report(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let finding =
        out.report(file.span(at), format!("`{}` is compared for equality, and libraries round it differently", file.text(at)));
    finding.help("compare with a tolerance of at least 4 units in the last place");
}
