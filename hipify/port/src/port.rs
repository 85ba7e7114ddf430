//! One source file to its edits and diagnostics.

use crate::options::Options;
use crate::passes;
use crate::ported::Ported;
use hipify_buildfile::{Options as BuildOptions, port_build_file};
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
        // What calls nvcc goes on doing so.
        _ if options.single_source && source.language() != Language::Cuda && source.language() != Language::Cpp => {
            Ported::default()
        }
        Language::CMake | Language::Make | Language::SetupPy | Language::OtherBuild => {
            let (edits, diagnostics) = port_build_file(source, BuildOptions { choice: options.choice, rename: options.rename });
            Ported { edits, diagnostics, ..Ported::default() }
        }
        Language::Fortran | Language::Other => Ported::default(),
    }
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
