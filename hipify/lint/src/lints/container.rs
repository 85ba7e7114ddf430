//! A container or tool of NVIDIA's is named.
//!
//! ## What
//!
//! `FROM nvidia/cuda` and `nvcr.io` images, `--gpus`, and `nvidia-smi`, `compute-sanitizer`, `cuda-memcheck`, `cuda-gdb`,
//! `nsys`, `ncu`, `nvprof`, `cuobjdump` in Dockerfiles, scripts and CI descriptions.
//!
//! ## Why on AMD
//!
//! The image has no ROCm, and the tools do not see AMD GPUs.
//!
//! ## Example
//!
//! ```shell before
//! docker run --gpus all nvidia/cuda:12.6.0-devel-ubuntu24.04 nvidia-smi
//! ```
//!
//! ```shell after
//! docker run --device /dev/kfd --device /dev/dri --group-add video rocm/dev-ubuntu-24.04 amd-smi
//! ```
//!
//! ## Fix
//!
//! Use what the help names.
//!
//! ## Source
//!
//! ROCm's pages on containers, debugger and profilers.

use crate::{Applies, BuildText, Check, Confidence, Findings, Lint};
use hipify_diagnostics::Level;
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7009",
    name: "container",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::BuildFile(check)],
};

/// Words, and their replacement.
const TOOLS: &[(&str, &str)] = &[
    ("nvidia/cuda", "take an image of ROCm, such as `rocm/dev-ubuntu-24.04`"),
    ("nvcr.io", "take an image of ROCm, such as `rocm/pytorch`"),
    ("--gpus", "give the container `--device /dev/kfd --device /dev/dri --group-add video`"),
    ("nvidia-smi", "`amd-smi` shows GPUs, `rocminfo` their names"),
    ("compute-sanitizer", "AddressSanitizer for GPUs, `-fsanitize=address` with `xnack+`, finds bad accesses"),
    ("cuda-memcheck", "AddressSanitizer for GPUs, `-fsanitize=address` with `xnack+`, finds bad accesses"),
    ("cuda-gdb", "`rocgdb` is the debugger"),
    ("nsys", "`rocprofv3` and `rocprof-sys` trace"),
    ("ncu", "`rocprof-compute` profiles kernels"),
    ("nvprof", "`rocprofv3` profiles"),
    ("cuobjdump", "`hipify-rs inspect` and `llvm-objdump` show code objects"),
];

fn check(text: &BuildText<'_>, out: &mut Findings<'_>) {
    for (name, help) in TOOLS {
        for place in text.words(name) {
            if is_word_of_command(text.text, &place) {
                out.report(place, format!("`{name}` is NVIDIA's")).help(*help);
            }
        }
    }
}

/// Whether the word is not a part of a longer name such as `my-nsys` or `nsys-report`.
fn is_word_of_command(text: &str, place: &Range<usize>) -> bool {
    let joins = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'-' | b'.'));
    let bytes = text.as_bytes();
    !joins(place.start.checked_sub(1).and_then(|i| bytes.get(i))) && !joins(bytes.get(place.end))
}
