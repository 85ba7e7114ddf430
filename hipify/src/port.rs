//! One source file to its edits and diagnostics.

use crate::buildfile::port_build_file;
use crate::diagnostic::{Code, Diagnostic, Level};
use crate::edit::Edit;
use crate::encoding::{Encoding, encoding};
use crate::options::Options;
use crate::passes;
use crate::source::{Language, Source};
use crate::tree::Tree;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// A name that is a CUDA API name only if no file of the tree declares it. The caller, who sees all files, turns those that
/// are declared nowhere into diagnostics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    pub name: String,
    /// What to report when nothing declares the name.
    pub diagnostic: Diagnostic,
}

/// What was found in one file, for the summary and for `-print-stats`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// CUDA names converted, or known to be the same in HIP, with their number, by name.
    pub converted: BTreeMap<Cow<'static, str>, u64>,
    /// CUDA names left, by name.
    pub unconverted: BTreeMap<String, u64>,
    /// Kernel launches seen.
    pub launches: u64,
}

/// The result of porting one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ported {
    pub edits: Vec<Edit>,
    pub diagnostics: Vec<Diagnostic>,
    /// Names to report if the tree declares them nowhere.
    pub mentions: Vec<Mention>,
    /// CUDA-like names that this file declares.
    pub declared: Vec<String>,
    pub stats: Stats,
}

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
            let (edits, diagnostics) = port_build_file(source, options);
            Ported { edits, diagnostics, ..Ported::default() }
        }
        Language::Fortran | Language::Other => Ported::default(),
    }
}

/// Why the file cannot be read as text, if so. Files of other languages are never looked at.
pub(crate) fn check_text(source: &Source<'_>) -> Option<Diagnostic> {
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
