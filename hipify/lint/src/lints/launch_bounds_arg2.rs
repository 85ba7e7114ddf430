//! The second argument of `__launch_bounds__` means something else in HIP, or a third one is given.
//!
//! ## What
//!
//! `__launch_bounds__(threads, blocks)` whose second argument, read as HIP reads it, asks for another number of waves than it does in
//! CUDA; and `__launch_bounds__` with three arguments.
//!
//! ## Why on AMD
//!
//! CUDA's second argument is the least number of blocks a multiprocessor. HIP passes the number on as `amdgpu_waves_per_eu`: the least
//! number of waves a SIMD. A number that is too large leaves each thread fewer registers than meant and makes the kernel spill; one that
//! is too small asks for nothing. The third argument, clusters, does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void __launch_bounds__(128, 8) step(float *data) {
//! ```
//!
//! ```cuda after
//! __global__ void __launch_bounds__(128) step(float *data) {
//! ```
//!
//! ## Fix
//!
//! Leave the second argument out, or give the number for the target: blocks * threads / (lanes of a wave * SIMDs), where a CU of CDNA
//! has 4 SIMDs and a workgroup processor of RDNA has 4. A macro can hold the two numbers apart.
//!
//! ## Source
//!
//! `launch_bounds_impl1` in `amd_hip_runtime.h` of HIP 5.2 and 6.4; LLVM's `AMDGPUBaseInfo.cpp` for SIMDs and waves. With clang 19 a
//! kernel of 64 live values had 64 registers for (256, 8) and 108 for (256, 2) on gfx90a.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2002",
    name: "launch-bounds-arg2",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Words(&["__launch_bounds__"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some(call) = Call::at(&file.code, at) else { return };
    match call.arguments.len() {
        2 => check_blocks(file, &call, out),
        3.. => {
            let finding = out.report(file.span(at), "`__launch_bounds__` takes two arguments in HIP");
            finding.level(Level::Error).help("HIP has no clusters: leave the third argument out");
            finding.unsafe_fix("keep the number of threads", vec![drop_behind_first(file, &call)]);
        }
        _ => {}
    }
}

fn check_blocks(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let value = |n: usize| file.argument_value(call.arguments[n]).and_then(|value| u64::try_from(value.number).ok());
    let blocks = value(1);
    // No least number at all, or the least there is.
    if blocks.is_some_and(|blocks| blocks <= 1) {
        return;
    }
    let difference = match (value(0), blocks) {
        (Some(threads), Some(blocks)) => difference(file, threads, blocks),
        _ => Difference::Unknown,
    };
    if difference == Difference::None {
        return;
    }
    let text = file.argument_text(call.arguments[1]);
    let finding = out.report(file.span(call.name), difference.message(text));
    finding.help("leave it out, or give blocks * threads / (lanes of a wave * SIMDs) for the target");
    match difference {
        Difference::Fewer => finding.level(Level::Note),
        Difference::Unknown => finding.confidence(Confidence::Medium),
        _ => finding,
    };
    finding.unsafe_fix("keep the number of threads", vec![drop_behind_first(file, call)]);
}

/// What the number asks for in HIP, against what it does in CUDA.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    More,
    Fewer,
    Unknown,
}

impl Difference {
    fn message(self, blocks: &str) -> String {
        let start = "HIP takes the second argument of `__launch_bounds__` for waves a SIMD, not for blocks";
        match self {
            Self::More => format!("{start}: `{blocks}` leaves fewer registers than meant"),
            Self::Fewer => format!("{start}: `{blocks}` asks for less than meant"),
            Self::None | Self::Unknown => start.to_owned(),
        }
    }
}

/// The difference that matters most among the targets.
fn difference(file: &File<'_>, threads: u64, blocks: u64) -> Difference {
    let mut worst = Difference::None;
    for gfx in file.targets.list(file.targets.everywhere()) {
        let wave = gfx.wave_sizes.first().copied().unwrap_or(64);
        // Kernels run on whole workgroup processors unless told otherwise.
        let lanes = u64::from(wave) * u64::from(gfx.limits.simds(true));
        let meant = (blocks.saturating_mul(threads)).div_ceil(lanes.max(1)).max(1);
        let most = u64::from(gfx.limits.waves_per_simd);
        let given = blocks.min(most);
        if given > meant.min(most) {
            return Difference::More;
        }
        if given < meant.min(most) {
            worst = Difference::Fewer;
        }
    }
    worst
}

fn drop_behind_first(file: &File<'_>, call: &Call) -> Edit {
    let first = file.argument_span(call.arguments[0]);
    Edit::delete(first.end..file.span(call.close).start)
}
