//! A list of NVIDIA architectures names no AMD GPU.
//!
//! ## What
//!
//! `CMAKE_CUDA_ARCHITECTURES`, `-gencode`, `-arch=sm_...` or `TORCH_CUDA_ARCH_LIST` in a build file, which the port drops;
//! or the same in a script or CI description that names no `gfx` target.
//!
//! ## Why on AMD
//!
//! AMD GPUs have names such as gfx90a, gfx942 and gfx1100. Without a list, clang takes the GPUs of the machine that builds,
//! and a machine without a GPU has none.
//!
//! ## Example
//!
//! ```shell before
//! cmake -DCMAKE_CUDA_ARCHITECTURES=80
//! ```
//!
//! ```shell after
//! cmake -DCMAKE_HIP_ARCHITECTURES=gfx90a
//! ```
//!
//! ## Fix
//!
//! Name the targets: `-DCMAKE_HIP_ARCHITECTURES=gfx90a`, `--offload-arch=gfx90a`, `PYTORCH_ROCM_ARCH=gfx90a`.
//!
//! ## Source
//!
//! CMake's manual: `CMAKE_HIP_ARCHITECTURES`; clang's `--offload-arch`.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::{Language, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP7010",
    name: "arch-list",
    level: Level::Note,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::BuildFile(check)],
};

const LISTS: &[&str] = &["CMAKE_CUDA_ARCHITECTURES", "TORCH_CUDA_ARCH_LIST", "-gencode", "-arch=sm_", "--gpu-architecture"];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    // Files that the port reads are told of by the port.
    if text.language() != Language::Other || text.text.contains("gfx") {
        return;
    }
    let first = LISTS.iter().filter_map(|list| text.places(list).next()).min_by_key(|place| place.start);
    if let Some(finding) =
        first.and_then(|place| out.report_first(place, "architectures of NVIDIA's are listed, and none of AMD's"))
    {
        finding.help("name targets such as gfx90a: `CMAKE_HIP_ARCHITECTURES`, `--offload-arch`, `PYTORCH_ROCM_ARCH`");
    }
}
