//! A mangled name of a kernel is written out that HIP mangles otherwise.
//!
//! ## What
//!
//! A string that begins with `_Z` and mentions a vector type (`6float4`, `4int2`), `13__nv_bfloat16` or another type that
//! CUDA and HIP define differently, in a file that looks up functions of modules.
//!
//! ## Why on AMD
//!
//! Vector types are structures in CUDA and instances of a template in HIP: `k(float4 *)` is `_Z1kP6float4` there and
//! `_Z1kP15HIP_vector_typeIfLj4EE` here. The look-up fails with `hipErrorNotFound`.
//!
//! ## Example
//!
//! ```cuda before
//! cuModuleGetFunction(&f, module, "_Z1kP6float4");
//! ```
//!
//! ```cuda after
//! extern "C" __global__ void k(float4 *p);
//! cuModuleGetFunction(&f, module, "k");
//! ```
//!
//! ## Fix
//!
//! Declare the kernel `extern "C"`, or ask `hiprtcGetLoweredName`.
//!
//! ## Source
//!
//! Compiled with clang 19 and HIP 6.4: `_Z2k4P15HIP_vector_typeIfLj4EES_IiLj2EE...`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3027",
    name: "mangled-kernel-name",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Strings(check)],
};

const SCALARS: &[&str] =
    &["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some(name) = file.text(at).strip_prefix("\"_Z") else { return };
    if let Some(kind) = differing_type(name) {
        let finding = out.report(file.span(at), format!("HIP mangles `{kind}` otherwise, so that this name finds no kernel"));
        finding.help("declare the kernel `extern \"C\"`, or ask `hiprtcGetLoweredName`");
    }
}

/// The first type of the mangled name that HIP defines otherwise.
fn differing_type(name: &str) -> Option<&str> {
    let starts = name.char_indices().filter(|&(at, c)| c.is_ascii_digit() && !name[..at].ends_with(|c: char| c.is_ascii_digit()));
    starts.into_iter().find_map(|(at, _)| {
        let digits = name[at..].bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = name[at..at + digits].parse().ok()?;
        let word = name.get(at + digits..at + digits + length)?;
        let scalar = word.strip_suffix(['1', '2', '3', '4']);
        (word.starts_with("__nv_bfloat16") || scalar.is_some_and(|scalar| SCALARS.contains(&scalar))).then_some(word)
    })
}
