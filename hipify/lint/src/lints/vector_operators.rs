//! An assignment operator of a vector type is defined that HIP has already.
//!
//! ## What
//!
//! A definition of `operator+=`, `-=`, `*=` or `/=` whose two parameters are of the same vector type (`float4 &, float4`), as
//! `helper_math.h` of CUDA's samples has them.
//!
//! ## Why on AMD
//!
//! HIP's vector types have these operators as members. A use is ambiguous between the member and the program's own function. Other
//! operators (`+`, `==`, `float4 * float`) are not: the program's own is the better match.
//!
//! ## Example
//!
//! ```cuda before
//! inline __host__ __device__ void operator+=(float4 &a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! inline __host__ __device__ void operator+=(float4 &a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
//! #endif
//! ```
//!
//! ## Fix
//!
//! The port makes such a definition a template: a call prefers HIP's member then. In code that is compiled as it is, leave the definition
//! out for AMD GPUs. HIP's operators act on each component.
//!
//! ## Source
//!
//! `amd_hip_vector_types.h` of HIP 5.2 and 6.4; compiled with clang 19 ("use of overloaded operator '+=' is ambiguous").

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::vector_operators::VectorAssignment;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2032",
    name: "vector-operators",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Words(&["operator"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some(VectorAssignment { vector, sign, open }) = VectorAssignment::at(&file.code, at) else { return };
    let function = file.functions().all.iter().find(|f| (f.first..f.parameters.0).contains(&at));
    if function.is_some_and(|function| file.text(function.first) == "template") {
        return;
    }
    let name = format!("operator{}=", file.text(sign));
    let finding =
        out.report(file.code.span(at, open - 1), format!("HIP has `{name}` of `{vector}` already, and a use is ambiguous"));
    finding.help("leave the definition out for AMD GPUs");
    if let Some(edits) = guard(file, at) {
        finding.unsafe_fix("leave the definition out for AMD GPUs", edits);
    }
}

/// Edits that guard the function whose name is at `at` with a condition; `None` where it shares its lines with other code.
fn guard(file: &File<'_>, at: usize) -> Option<Vec<Edit>> {
    let function = file.functions().all.iter().find(|f| (f.first..f.parameters.0).contains(&at))?;
    let source = file.code.source;
    let (start, end) = (file.span(function.first).start, file.span(function.body.end - 1).end);
    let line = source[..start].iter().rposition(|b| *b == b'\n').map_or(0, |newline| newline + 1);
    let rest = &source[end..];
    let tail = &rest[..rest.iter().position(|b| *b == b'\n')?];
    let is_alone = source[line..start].iter().all(u8::is_ascii_whitespace)
        && (tail.trim_ascii().is_empty() || tail.trim_ascii().starts_with(b"//"));
    let after = end + tail.len() + 1;
    is_alone.then(|| vec![Edit::insert(line, "#ifndef __HIP_PLATFORM_AMD__\n"), Edit::insert(after, "#endif\n")])
}
