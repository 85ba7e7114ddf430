//! A limit of NVIDIA's multiprocessors is written in the code as a number.
//!
//! ## What
//!
//! A macro or constant named for registers, warps, threads, blocks or shared memory of a multiprocessor, with the number
//! that NVIDIA's GPUs have: 65536, 2048, 1536, 64, 48, 32, 16, 98304, 49152.
//!
//! ## Why on AMD
//!
//! A compute unit of an AMD GPU has other limits: 64 KiB of shared memory on CDNA, up to 512 vector registers for a lane, 8
//! to 16 waves for each of 4 SIMDs. Occupancy worked out by NVIDIA's numbers picks wrong block sizes.
//!
//! ## Example
//!
//! ```cuda before
//! #define MAX_WARPS_PER_SM 64
//! ```
//!
//! ```cuda after
//! int blocks;
//! cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared);
//! ```
//!
//! ## Fix
//!
//! Ask the occupancy calls, or the properties of the device.
//!
//! ## Source
//!
//! `rules/gfx.toml`, from LLVM's AMDGPU back end: limits by target; CUDA's programming guide, table of limits.

use crate::{Applies, Check, Confidence, Define, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3029",
    name: "occupancy-math",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Defines(check)],
};

/// Parts of names, all of one row, and numbers of NVIDIA's GPUs.
const LIMITS: &[(&[&str], &[i128])] = &[
    (&["REG", "PER", "SM"], &[65_536, 32_768]),
    (&["REG", "PER", "MULTIPROCESSOR"], &[65_536, 32_768]),
    (&["REG", "PER", "BLOCK"], &[65_536, 32_768]),
    (&["WARPS", "PER", "SM"], &[64, 48, 32]),
    (&["THREADS", "PER", "SM"], &[2_048, 1_536, 1_024]),
    (&["BLOCKS", "PER", "SM"], &[32, 24, 16]),
    (&["SHARED", "PER", "SM"], &[98_304, 102_400, 167_936, 233_472, 65_536, 49_152]),
    (&["SMEM", "PER", "SM"], &[98_304, 102_400, 167_936, 233_472, 65_536, 49_152]),
];

/// Parts that begin words: `REGS`, `REGISTERS`; a word such as `SM` is taken whole.
fn is_long(part: &str) -> bool {
    matches!(part, "REG" | "SHARED")
}

fn check(file: &File<'_>, define: &Define, out: &mut Findings<'_>) {
    if define.parameters.is_some() || define.body.is_empty() {
        return;
    }
    let name = file.text(define.name);
    let Some(value) = file.value(define.body.start, define.body.end - 1) else { return };
    let is_limit = |(parts, numbers): &(&[&str], &[i128])| {
        let words: Vec<String> = name.split('_').map(str::to_ascii_uppercase).collect();
        numbers.contains(&value.number)
            && parts.iter().all(|part| words.iter().any(|word| word == part || is_long(part) && word.starts_with(part)))
    };
    if LIMITS.iter().any(is_limit) {
        let finding = out.report(file.span(define.name), format!("`{name}` is a limit of NVIDIA's multiprocessors"));
        finding.help("ask `cudaOccupancyMaxActiveBlocksPerMultiprocessor`, or the properties of the device");
    }
}
