//! Build systems that are recognised and not ported: one report for each thing in them that is CUDA's.

use super::findings::Findings;
use hipify_diagnostics::{Code, Level};

/// Marks of CUDA, and what to do about them; the first that a file name's row lists and the text holds is reported.
const MARKS: &[(&[&str], &[&str], &str)] = &[
    (
        &["meson.build"],
        &["'cuda'", "'cuda'", "import('unstable-cuda')", "nvcc"],
        "Meson has no HIP language, and builds the tree as it is with the toolkit of `hipify-rs cc --toolkit` in CUDA_PATH and PATH",
    ),
    (
        &["BUILD", "BUILD.bazel", ".bzl"],
        &["cuda_library(", "cuda_binary(", "cuda_test(", "@local_config_cuda", "rules_cuda", "if_cuda(", "nvcc"],
        "TensorFlow's rocm_library and if_rocm, or rules that run the nvcc of `hipify-rs cc --toolkit`, stand in",
    ),
    (
        &[".vcxproj"],
        &["CudaCompile", "CUDA ", "$(CUDA_PATH", "cudart.lib"],
        "the HIP SDK for Windows brings its own Visual Studio project properties; or build with CMake",
    ),
    (
        &["configure.ac", "configure.in"],
        &["nvcc", "NVCC", "cuda", "CUDA"],
        "the tree as it is builds with the toolkit of `hipify-rs cc --toolkit` in PATH; or test for clang++ -x hip and libamdhip64",
    ),
    (&[".pro", ".pri"], &["nvcc", "CUDA_", "cudart", ".cu"], "let QMAKE_EXTRA_COMPILERS call clang++ -x hip"),
];

/// Reports the first lines that hold marks, each mark once.
pub(super) fn report(path: &str, text: &str, found: &mut Findings) {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let is_bazel = name.starts_with("BUILD") || name.ends_with(".bzl");
    let code = if is_bazel { Code::BAZEL } else { Code::OTHER_BUILD_SYSTEM };
    let Some((_, marks, help)) = MARKS.iter().find(|row| row.0.iter().any(|end| name.ends_with(end))) else { return };
    for mark in *marks {
        if let Some(at) = text.match_indices(mark).map(|(at, _)| at).find(|at| !is_comment(text, *at)) {
            let message = format!("`{}` is left: this build system is not ported", mark.trim());
            found.report(code, Level::Warning, at..at + mark.len(), message, help);
        }
    }
}

fn is_comment(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |n| n + 1)..at];
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("dnl ") || line.starts_with("<!--")
}
