//! A pointer is asked for its address space, or converted between spaces, by names that HIP lacks.
//!
//! ## What
//!
//! `__isShared`, `__isGlobal`, `__isLocal`, `__isConstant` and `__cvta_generic_to_*`, `__cvta_*_to_generic`, but for the last two of
//! shared and global memory, in whose place `hipify-rs port` writes casts.
//!
//! ## Why on AMD
//!
//! HIP declares none of them. An address in shared memory (LDS) has 32 bits in address space 3 and a generic one has 64, so that a
//! shared address kept as `unsigned` means something else than on NVIDIA GPUs.
//!
//! ## Example
//!
//! ```cuda before
//! if (__isShared(p)) count = 1;
//! ```
//!
//! ```cuda after
//! if (__builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p)) count = 1;
//! ```
//!
//! ## Fix
//!
//! `__builtin_amdgcn_is_shared` and `__builtin_amdgcn_is_private` answer the questions; what is neither is global. A cast to
//! `__attribute__((address_space(3)))` gives the 32-bit address of shared memory.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; LLVM's AMDGPU usage guide, address spaces.

use crate::{Applies, Call, Check, Confidence, File, Finding, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2029",
    name: "address-space",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::PortFix(fix)],
};

fn fix(file: &File<'_>, at: usize, finding: &mut Finding) {
    let builtin = match file.text(at) {
        "__isShared" => "__builtin_amdgcn_is_shared",
        "__isLocal" => "__builtin_amdgcn_is_private",
        _ => return,
    };
    let Some(call) = Call::at(&file.code, at) else { return };
    let [pointer] = call.arguments[..] else { return };
    let text = format!("{builtin}((const __attribute__((address_space(0))) void *)({}))", file.argument_text(pointer));
    finding.unsafe_fix(format!("write `{builtin}`"), vec![Edit::replace(file.code.span(at, call.close), text)]);
}
