//! A name or header without a counterpart to what is reported of it: under the code of its library, where that has one.

mod device;

use crate::options::{Options, SupportHeader};
use hipify_diagnostics::{Code, Diagnostic, Level};
use hipify_rules::{Header, Symbol, SymbolKind, Target, Version};
use std::ops::Range;

/// ROCm versions up to this one are in wide use; what came later deserves a word when no version is asked for.
pub(super) const WIDESPREAD: Version = Version::new(7, 1, 999);

/// Libraries whose gaps have a code of their own, by their name in the rules.
const LIBRARIES: &[(&str, Code)] = &[
    ("blas", Code::CUBLAS),
    ("blasxt", Code::CUBLAS),
    ("blaslt", Code::CUBLASLT),
    ("dnn", Code::CUDNN),
    ("nccl", Code::NCCL),
    ("fft", Code::CUFFT),
    ("rand", Code::CURAND),
    ("sparse", Code::CUSPARSE),
    ("solver", Code::CUSOLVER),
    ("cub", Code::CUB),
    ("cutlass", Code::CUTLASS),
    ("nvtx", Code::NVTX),
    ("nvml", Code::NVML),
    ("cupti", Code::CUPTI),
];

/// The code of a library known by its prefix or its headers alone.
pub(super) fn library_code(library: &str) -> Code {
    of_library(library).unwrap_or(Code::UNSUPPORTED_HEADER)
}

/// The code of a header without a counterpart.
pub(super) fn header_code(header: Header) -> Code {
    if header.library() == "samples" { Code::SAMPLE_HEADER } else { library_code(header.library()) }
}

/// The code of a name of the table.
pub(super) fn code(symbol: Symbol) -> Code {
    let name = symbol.cuda();
    let is_error = symbol.kind() == SymbolKind::EnumValue && starts(name, &["cudaError", "CUDA_ERROR_"]);
    if let Some(code) = device::device_code(name).filter(|_| !is_error) {
        return code;
    }
    match name.split("::").next() {
        Some("cuda") => Code::LIBCUDACXX,
        Some("cooperative_groups") => Code::COOP_GROUPS_GAP,
        Some("cub") => Code::CUB,
        Some("thrust") => Code::THRUST,
        _ if is_error => Code::ERROR_ENUM_MISSING,
        _ if starts(name, &["cudaGraph", "cuGraph", "CUgraph", "CU_GRAPH_", "CUDA_GRAPH_"]) => graph_code(name),
        _ => of_library(symbol.library()).unwrap_or(Code::UNSUPPORTED_API),
    }
}

/// OpenGL interoperation is spelt like graphs.
fn graph_code(name: &str) -> Code {
    let graphics = starts(name, &["cudaGraphics", "cuGraphics", "CUgraphics", "CU_GRAPHICS_"]);
    if graphics { Code::UNSUPPORTED_API } else { Code::GRAPH_GAP }
}

fn of_library(library: &str) -> Option<Code> {
    LIBRARIES.iter().find(|row| row.0 == library).map(|row| row.1)
}

fn starts(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// What is said of a name or header, `what`, that builds supply; HIP itself has it from the version `since` on, if ever.
pub(super) fn supplied(options: &Options, what: &str, since: Option<Version>) -> (Level, String) {
    match (options.support_header, since) {
        (SupportHeader::Refused, None) => (Level::Error, format!("{what} has no HIP counterpart; `hipify-rs build` supplies it")),
        (SupportHeader::Refused, Some(since)) => {
            (Level::Error, format!("{what} is in ROCm from {since} on; `hipify-rs build` supplies it"))
        }
        (_, None) => (Level::Note, format!("{what} comes with `hipify-rs build` and `hipify-rs cc`; HIP itself has none")),
        (_, Some(since)) => {
            (Level::Note, format!("{what} comes with `hipify-rs build` and `hipify-rs cc`; HIP itself has it from {since} on"))
        }
    }
}

/// Why a name of the table stays, and what to do.
pub(super) fn no_counterpart(options: &Options, symbol: Symbol, target: Target, span: Range<usize>) -> Diagnostic {
    let name = symbol.cuda();
    let note = |default: &'static str| symbol.note().unwrap_or(default);
    if symbol.supplied().is_some() {
        let since = match target {
            Target::NeedsRocm(_, since) => Some(since),
            _ => None,
        };
        let (level, message) = supplied(options, &format!("`{name}`"), since);
        return Diagnostic::new(code(symbol), level, span, message).with_help(note("use those, or replace it"));
    }
    let (code, message, help) = match target {
        Target::NeedsRocm(hip, since) => (
            Code::NEEDS_NEWER_ROCM,
            format!("`{name}` becomes `{hip}`, which ROCm has from {since} on"),
            "raise `--rocm`, or guard the use",
        ),
        Target::RemovedInRocm(hip, removed) => {
            (Code::NEEDS_NEWER_ROCM, format!("`{name}` became `{hip}`, which ROCm {removed} removed"), note("replace the use"))
        }
        Target::Experimental(hip) => (
            Code::UNSUPPORTED_API,
            format!("`{name}` has only the experimental counterpart `{hip}`"),
            "pass `--experimental` to use it",
        ),
        _ => (
            code(symbol),
            format!("`{name}` has no HIP counterpart"),
            note("replace the use, or keep it out of the AMD build with `#ifndef __HIP_PLATFORM_AMD__`"),
        ),
    };
    Diagnostic::new(code, Level::Error, span, message).with_help(help)
}
