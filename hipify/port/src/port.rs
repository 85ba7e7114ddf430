//! One source file to its edits and diagnostics.

use crate::options::Options;
use crate::passes::{self, SINGLE_SOURCE_HEADER};
use crate::ported::Ported;
use hipify_buildfile::{BOTH_OPTION, Options as BuildOptions, port_build_file};
use hipify_diagnostics::{Code, Diagnostic, Encoding, Language, Level, Source, encoding};
use hipify_syntax::Tree;
use std::ops::Range;

/// Tokens hold 32-bit offsets.
const LARGEST: usize = 2 << 30;

/// Finds the edits that port one file. Never fails: what cannot be understood is left as it is and reported.
pub fn port(source: &Source<'_>, tree: &Tree, options: &Options) -> Ported {
    if let Some(diagnostic) = check_text(source) {
        return Ported { diagnostics: vec![diagnostic], ..Ported::default() };
    }
    match source.language() {
        Language::Cuda | Language::Cpp => passes::run(source, tree, options),
        Language::CMake | Language::Make | Language::SetupPy if !options.single_source && is_for_both(source, tree) => {
            Ported::default()
        }
        Language::CMake | Language::Make | Language::SetupPy | Language::OtherBuild => {
            let build = BuildOptions { choice: options.choice, rename: options.rename, both: options.single_source };
            let (edits, diagnostics) = port_build_file(source, build);
            Ported { edits, diagnostics, ..Ported::default() }
        }
        Language::Fortran | Language::Other => Ported::default(),
    }
}

/// Whether a build file of a tree that stays CUDA asks for the option that builds it for HIP.
fn is_for_both(source: &Source<'_>, tree: &Tree) -> bool {
    tree.has_header(source.path, SINGLE_SOURCE_HEADER) && memchr::memmem::find(source.bytes, BOTH_OPTION.as_bytes()).is_some()
}

/// Why the file cannot be read as text, if so. Files of other languages are never looked at.
pub fn check_text(source: &Source<'_>) -> Option<Diagnostic> {
    let (message, help) = if source.bytes.len() > LARGEST {
        ("the file is larger than 2 GiB", "split it")
    } else {
        match encoding(source.bytes) {
            Encoding::AsciiSuperset => return None,
            Encoding::Utf16 => ("the file is UTF-16", "convert it to UTF-8, for example with iconv"),
            Encoding::Binary => ("the file holds zero bytes and is not text", "exclude it"),
        }
    };
    let whole: Range<usize> = 0..0;
    let diagnostic = Diagnostic::new(Code::ENCODING, Level::Error, whole, format!("{message}: left as it is")).with_help(help);
    Some(diagnostic)
}
