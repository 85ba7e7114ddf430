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
//! asm("vset4.u32.u32.lt %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(0));
//! ```
//!
//! ```cuda after
//! d = 0;
//! for (int at = 0; at < 32; at += 8) d |= (a >> at & 255) < (b >> at & 255) ? 1 << at : 0;
//! ```
//!
//! ## Fix
//!
//! What C++ and builtins can say (special registers, barriers, arithmetic, bits, conversions, loads, stores and atomics of global and
//! shared memory, `cp.async`, exchanges between lanes, `mma.sync` and `ldmatrix`, blocks with registers, predicates and jumps) is
//! rewritten by `hipify-rs port` and is not reported, but for a note where the result is slower or counts otherwise. Write the rest in
//! C++ or with builtins. For matrix instructions of Hopper and later (`wgmma`, `tcgen05`) use rocWMMA or hipBLASLt; a barrier of a part
//! of a block (`bar.sync 1, 64`) has no counterpart: let all threads of the block come to each barrier.
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
