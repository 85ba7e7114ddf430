//! Inline assembly in device code is PTX, and no HIP code means the same.
//!
//! ## What
//!
//! `asm` in a device function whose instructions are PTX and have no exact counterpart. Assembly with AMD's own opcodes
//! (`v_add_f32`, `s_sleep`) is left alone, and so is assembly of the host.
//!
//! ## Why on AMD
//!
//! The AMDGPU assembler does not know PTX: the code compiles up to the back end and then fails with "invalid instruction".
//!
//! ## Example
//!
//! ```cuda before
//! asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
//! ```
//!
//! ```cuda after
//! d = c >= 0 ? a : b;
//! ```
//!
//! ## Fix
//!
//! What C++ and builtins can say exactly (special registers, barriers, arithmetic, bits, conversions, loads and stores of global
//! memory, atomics, blocks with registers and predicates) is rewritten by `hipify-rs port` and is not reported. Write the rest in
//! C++ or with builtins. For matrix instructions (`mma`, `ldmatrix`, `wgmma`)
//! use rocWMMA or hipBLASLt; for `cp.async` copy with the threads of the block.
//!
//! ## Source
//!
//! The PTX ISA for the instructions; clang 19 for gfx90a and gfx1100 on the rejection.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2001",
    name: "inline-ptx",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
