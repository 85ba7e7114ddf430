//! A build for GPUs with floating-point atomics does not allow them.
//!
//! ## What
//!
//! A CMake file, makefile or script that compiles HIP for gfx90a or a gfx11 or gfx12 target by name, and nowhere has
//! `-munsafe-fp-atomics`. Whether kernels use such atomics, the lint of the sources tells.
//!
//! ## Why on AMD
//!
//! clang turns `atomicAdd` on a `float` into a loop of compare-and-swap on gfx90a, gfx11 and gfx12, though the hardware has
//! the instruction, because it does not work on memory shared finely with the host. gfx942 has it at once, gfx906 and gfx10
//! have none.
//!
//! ## Example
//!
//! ```shell before
//! clang++ -x hip --offload-arch=gfx90a a.hip
//! ```
//!
//! ```shell after
//! clang++ -x hip --offload-arch=gfx90a -munsafe-fp-atomics a.hip
//! ```
//!
//! ## Fix
//!
//! Add `-munsafe-fp-atomics` if no atomic goes to fine-grained host memory.
//!
//! ## Source
//!
//! Compiled with clang 19: `global_atomic_cmpswap` without the option, `global_atomic_add_f32` with it, on gfx90a, gfx1100
//! and gfx1201.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7012",
    name: "atomics-flag",
    level: Level::Note,
    confidence: Confidence::Low,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::BuildFile(check)],
};

const TARGETS: &[&str] = &["gfx90a", "gfx1100", "gfx1101", "gfx1102", "gfx1151", "gfx1200", "gfx1201"];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    if text.text.contains("unsafe-fp-atomics")
        || !["offload-arch", "HIP_ARCHITECTURES"].iter().any(|mark| text.text.contains(mark))
    {
        return;
    }
    let places = TARGETS.iter().filter_map(|target| text.words(target).next());
    if let Some(place) = places.min_by_key(|place| place.start) {
        let finding = out.report(place, "`atomicAdd` of floating-point numbers is a loop here unless allowed");
        finding.help("add `-munsafe-fp-atomics` if no atomic goes to fine-grained host memory");
    }
}
