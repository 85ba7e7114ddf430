//! A product and a sum that were kept separate are contracted to one fused operation.
//!
//! ## What
//!
//! A call of `__fadd_rn`, `__fsub_rn`, `__dadd_rn` or `__dsub_rn` with a call of `__fmul_rn` or `__dmul_rn` as an argument:
//! code that wants two roundings.
//!
//! ## Why on AMD
//!
//! nvcc never contracts these functions. HIP's headers write them as `a + b` and `a * b`, which clang contracts: the code
//! becomes one fused operation with one rounding, and error-free transformations such as two-product lose their error.
//!
//! ## Example
//!
//! ```cuda before
//! float s = __fadd_rn(__fmul_rn(a, b), c);
//! ```
//!
//! ```cuda after
//! #pragma clang fp contract(off)
//! float s = __fadd_rn(__fmul_rn(a, b), c);
//! ```
//!
//! ## Fix
//!
//! Compile such files with `-ffp-contract=off`, which keeps products apart from sums everywhere.
//!
//! ## Source
//!
//! `__clang_hip_math.h` of clang 19; compiled for gfx906 and gfx90a with HIP 6.4: `v_fma_f32`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::Argument;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6003",
    name: "contraction",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(SUMS, check)],
};

const SUMS: &[&str] = &["__fadd_rn", "__fsub_rn", "__dadd_rn", "__dsub_rn"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let is_product = |argument: &&Argument| {
        let call = matches!(code.text(argument.first), b"__fmul_rn" | b"__dmul_rn");
        call && code.next(argument.first).and_then(|open| code.close(open)) == Some(argument.last)
    };
    let is_call = |argument: &&Argument| code.next_is(argument.first, b'(');
    if let Some(product) = call.arguments.iter().filter(is_call).find(is_product) {
        let message = "clang joins this sum and product into one operation with one rounding";
        out.report(file.span(call.name), message)
            .related(file.span(product.first), "the product")
            .help("compile the file with `-ffp-contract=off`");
    }
}
