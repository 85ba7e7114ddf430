//! A kernel is allowed more dynamic shared memory than 64 KiB.
//!
//! ## What
//!
//! `cudaFuncAttributeMaxDynamicSharedMemorySize` (and its driver and HIP spellings) set to more than 65,536 bytes, or to a value that is
//! no constant; a preferred carve-out, as a note.
//!
//! ## Why on AMD
//!
//! There is nothing to opt in to: a workgroup can have all its LDS from the start, 64 KiB on most targets, and HIP's header says that the
//! attribute is ignored on AMD devices. More than there is cannot be had: the launch fails.
//!
//! ## Example
//!
//! ```cuda before
//! cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
//! ```
//!
//! ```cuda after
//! cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
//! ```
//!
//! ## Fix
//!
//! Compare the size with `sharedMemPerBlock` of the device and choose a smaller tile. The call itself does no harm.
//!
//! ## Source
//!
//! The warning at `hipFuncAttribute` in `hip_runtime_api.h` of HIP 6.4; `rules/gfx.toml` for the LDS of a workgroup, by LLVM's tables. That
//! setting the attribute may fail too is said in HIP's issue 3122, and shown by no header.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2006",
    name: "smem-optin",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(MOST_DYNAMIC, check), Check::Words(CARVEOUT, check_carveout)],
};

const MOST_DYNAMIC: &[&str] = &[
    "cudaFuncAttributeMaxDynamicSharedMemorySize",
    "hipFuncAttributeMaxDynamicSharedMemorySize",
    "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
];

const CARVEOUT: &[&str] = &[
    "cudaFuncAttributePreferredSharedMemoryCarveout",
    "hipFuncAttributePreferredSharedMemoryCarveout",
    "CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
    "HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some((first, last)) = argument_behind(file, at) else { return };
    let targets = file.targets.list(file.targets.everywhere());
    let most = targets.map(|gfx| u64::from(gfx.limits.lds_per_workgroup())).min().unwrap_or(u64::MAX);
    let bytes = file.value(first, last).and_then(|value| u64::try_from(value.number).ok());
    if bytes.is_some_and(|bytes| bytes <= most) {
        return;
    }
    let message = match bytes {
        Some(bytes) => format!("{bytes} bytes of shared memory are asked for, and a workgroup has {most}"),
        None => format!("a workgroup has {most} bytes of shared memory, whatever is asked for"),
    };
    let finding = out.report(file.span(at), message);
    finding.help("compare the size with `sharedMemPerBlock` and choose a smaller tile");
    if bytes.is_none() {
        finding.confidence(Confidence::Medium);
    }
}

fn check_carveout(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if argument_behind(file, at).is_some() {
        out.report(file.span(at), "HIP ignores how memory is shared between LDS and cache")
            .level(Level::Note)
            .help("nothing need be done");
    }
}

/// First and last token of the argument after the one at `at`.
fn argument_behind(file: &File<'_>, at: usize) -> Option<(usize, usize)> {
    let code = &file.code;
    let comma = code.next(at).filter(|&comma| code.is(comma, b','))?;
    let first = code.next(comma)?;
    let mut last = first;
    for _ in 0..200 {
        last = code.skip(last);
        let next = code.next(last)?;
        if code.is(next, b')') || code.is(next, b',') {
            return Some((first, last));
        }
        last = next;
    }
    None
}
