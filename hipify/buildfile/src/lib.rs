//! Build files to build files that use clang's HIP: CMake, make, setup.py. Build systems that are only recognised are
//! reported.
//!
//! # File by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `cmake.rs`, `cmake/` | CMake | commands with the places of their arguments (`lex.rs`), then edits, a file a topic: languages, packages, sources, flags, conditions, properties, FindCUDA's commands, commands that run nvcc, workarounds |
//! | `make.rs`, `make/` | makefiles | logical lines (`parse.rs`), values of variables (`eval.rs`), edits of recipes and paths |
//! | `python.rs`, `python/lex.rs` | setup.py | edits of the extension's arguments |
//! | `nvcc.rs`, `words.rs` | options of nvcc in any of them | clang's, by the table of options in `rules/src/options/` |
//! | `both.rs`, `*/both.rs` | the edits of one of them | those of a file that builds for CUDA as before, and for HIP by an option |
//! | `libraries.rs`, `toolkit.rs`, `workarounds.rs` | names of CUDA's libraries and folders; targets | those of HIP; flags for known faults of compilers |
//! | `other.rs`, `findings.rs` | build systems that are only recognised | diagnostics |

mod both;
mod cmake;
mod findings;
mod libraries;
mod make;
pub mod nvcc;
mod options;
mod other;
mod python;
mod toolkit;
mod words;
mod workarounds;

pub use both::OPTION as BOTH_OPTION;
pub use options::Options;

use findings::Findings;
use hipify_diagnostics::{Diagnostic, Edit, Language, Source};

/// The edits of one build file. Sources of other languages yield none.
pub fn port_build_file(source: &Source<'_>, options: Options) -> (Vec<Edit>, Vec<Diagnostic>) {
    let text = as_text(source.bytes);
    let mut found = Findings::new(&text);
    if !MARKS.iter().any(|mark| text.contains(mark)) {
        return (Vec::new(), Vec::new());
    }
    match source.language() {
        Language::CMake => cmake::port(&text, options, &mut found),
        Language::Make => make::port(&text, options, &mut found),
        Language::SetupPy => python::port(&text, options, &mut found),
        Language::OtherBuild => other::report(source.path, &text, &mut found),
        Language::Cuda | Language::Cpp | Language::Fortran | Language::Other => {}
    }
    let (edits, diagnostics) = found.into_parts(&text);
    match source.language() {
        _ if !options.both => (edits, diagnostics),
        Language::CMake => cmake::keep(&text, edits, diagnostics),
        Language::Make => make::keep(&text, edits, diagnostics),
        Language::SetupPy => python::keep(&text, edits, diagnostics),
        _ => (edits, diagnostics),
    }
}

/// A file without any of these is not about CUDA; options such as `-Xcompiler` alone are libtool's.
const MARKS: &[&str] = &[
    "CUDA",
    "cuda",
    "Cuda",
    "NVCC",
    "nvcc",
    ".cu",
    "gencode",
    "cublas",
    "cufft",
    "curand",
    "cusparse",
    "cusolver",
    "cudnn",
    "CUDNN",
    "nccl",
    "NCCL",
    "nvrtc",
    "nvToolsExt",
    "nvml",
    "nvidia",
];

/// The text with the same offsets: each byte outside ASCII of a file that is not UTF-8 reads as U+0001.
pub fn as_text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '\u{1}' }).collect::<String>().into(),
    }
}

#[cfg(test)]
mod tests;
