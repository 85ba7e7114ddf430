//! A function of NVIDIA's device library is called by its inner name.
//!
//! ## What
//!
//! `__nv_sinf` and other names of libdevice, `__nvvm_...` intrinsics, `__builtin_ptx_...`.
//!
//! ## Why on AMD
//!
//! AMD's device library has other names, and clang has no `__nvvm` builtins for AMD GPUs: the code does not compile or link.
//! nvcc's own types, such as `__nv_bfloat16`, are others.
//!
//! ## Example
//!
//! ```cuda before
//! float y = __nv_sinf(x);
//! ```
//!
//! ```cuda after
//! float y = sinf(x);
//! ```
//!
//! ## Fix
//!
//! Call the function of the language, which both compilers map to their library.
//!
//! ## Source
//!
//! libdevice's manual: `__nv_<name>` is what `<name>` becomes; clang's `__clang_hip_math.h`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5011",
    name: "nv-builtin",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Words(&["__nv_*", "__nvvm_*", "__builtin_ptx*"], check)],
};

/// Functions of the language that libdevice has as `__nv_<name>`; those of `float` end with an `f`.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "log",
    "log10",
    "log1p",
    "log2",
    "pow",
    "rcbrt",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let name = file.text(at);
    if !file.code.next_is(at, b'(') || hipify_rules::symbol(name.as_bytes()).is_some() || !is_builtin(name) {
        return;
    }
    let finding = out.report(file.span(at), format!("`{name}` is a function inside of NVIDIA's compiler"));
    match plain(name) {
        Some(plain) => {
            finding.help(format!("call `{plain}`"));
            finding.unsafe_fix(format!("call `{plain}`"), vec![Edit::replace(file.span(at), plain.to_owned())]);
        }
        None => drop(finding.help("write the operation in the language, or with a builtin of AMDGPU's")),
    }
}

/// Traits of lambdas are told of as such.
fn is_builtin(name: &str) -> bool {
    !name.starts_with("__nv_is_")
}

fn plain(name: &str) -> Option<&str> {
    let plain = name.strip_prefix("__nv_")?;
    let is_known = |name: &str| MATH.contains(&name);
    (is_known(plain) || plain.strip_suffix('f').is_some_and(is_known)).then_some(plain)
}
