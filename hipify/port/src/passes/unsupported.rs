//! A name or header without a counterpart to the code that it is reported under: its library's, where that has one.

mod device;

use hipify_diagnostics::Code;
use hipify_rules::{Header, Symbol, SymbolKind};

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
