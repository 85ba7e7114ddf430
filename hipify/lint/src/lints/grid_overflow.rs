//! A grid has, by its constants, more threads along one dimension than an AMD GPU counts.
//!
//! ## What
//!
//! A launch whose blocks times threads reach 2^32 along one dimension, and 2147483647 as the largest number of blocks.
//!
//! ## Why on AMD
//!
//! AMD GPUs limit the threads of a grid along a dimension to 2^32 - 1, where CUDA limits the blocks to 2^31 - 1. A larger grid is refused,
//! or runs with the number's lower 32 bits.
//!
//! ## Example
//!
//! ```cuda before
//! fill<<<1 << 24, 256>>>(data, n);
//! ```
//!
//! ```cuda after
//! fill<<<1 << 16, 256>>>(data, n); // each thread takes n / (gridDim.x * blockDim.x) elements
//! ```
//!
//! ## Fix
//!
//! Start fewer blocks and loop over the rest (a grid-stride loop), or spread the blocks over two dimensions.
//!
//! ## Source
//!
//! CuPy's issue 4461, Chapel's 23934; HSA's dispatch packet, whose `grid_size_x` has 32 bits and counts work-items.

use crate::{Applies, Check, Confidence, Define, File, Findings, Launch, Lint, dims};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2007",
    name: "grid-overflow",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Launches(check), Check::Defines(check_define), Check::Words(&["const", "constexpr"], check_constant)],
};

/// Threads along a dimension that no longer fit: `grid_size_x` of an AQL packet has 32 bits.
const TOO_MANY: u64 = 1 << 32;

/// CUDA's largest number of blocks along x.
const MOST_BLOCKS: i128 = i32::MAX as i128;

fn check(file: &File<'_>, launch: &Launch, out: &mut Findings<'_>) {
    let (Some(grid), Some(block)) = (dims(file, launch.grid), dims(file, launch.block)) else { return };
    for ((blocks, threads), axis) in grid.into_iter().zip(block).zip(["x", "y", "z"]) {
        let (Some(blocks), Some(threads)) = (blocks, threads) else { continue };
        if blocks.saturating_mul(threads) >= TOO_MANY {
            let message = format!("{blocks} blocks of {threads} threads along {axis} are more than 2^32 - 1 threads");
            let finding = out.report(file.argument_span(launch.grid), message);
            finding.help("start fewer blocks and loop over the rest").level(Level::Error);
            return;
        }
    }
}

fn check_define(file: &File<'_>, define: &Define, out: &mut Findings<'_>) {
    if define.parameters.is_none() && !define.body.is_empty() {
        check_limit(file, define.name, (define.body.start, define.body.end - 1), out);
    }
}

fn check_constant(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let mut name = at;
    for _ in 0..6 {
        let Some(next) = code.next(name) else { return };
        if code.is(next, b'=') {
            if !is_limit(file, name) {
                return;
            }
            let Some(constant) = file.macros().constants(code.text(name)).iter().find(|constant| constant.name == name) else {
                return;
            };
            return check_limit(file, name, constant.value, out);
        }
        name = next;
    }
}

/// A name that says it is the largest grid, with CUDA's limit for a value.
fn check_limit(file: &File<'_>, name: usize, value: (usize, usize), out: &mut Findings<'_>) {
    let is_cudas = || file.value(value.0, value.1).is_some_and(|value| value.number == MOST_BLOCKS);
    if !is_limit(file, name) || !is_cudas() || out.of_cause(&file.span(name)).is_some() {
        return;
    }
    let message = format!("`{}` is CUDA's limit of blocks, and AMD GPUs limit the threads to 2^32 - 1", file.text(name));
    out.report_cause(file.span(name), message).help("divide 2^32 - 1 by the threads of a block");
}

fn is_limit(file: &File<'_>, name: usize) -> bool {
    let spelling = file.text(name).to_ascii_lowercase();
    spelling.contains("max") && (spelling.contains("grid") || spelling.contains("blocks"))
}
