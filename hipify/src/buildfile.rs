//! Build files to build files that use clang's HIP: CMake, make, setup.py.

use crate::diagnostic::Diagnostic;
use crate::edit::Edit;
use crate::options::Options;
use crate::source::{Language, Source};

/// The edits of one build file. Sources of other languages yield none.
pub(crate) fn port_build_file(source: &Source<'_>, _options: &Options) -> (Vec<Edit>, Vec<Diagnostic>) {
    match source.language() {
        Language::CMake | Language::Make | Language::SetupPy => (Vec::new(), Vec::new()),
        Language::Cuda | Language::Cpp | Language::Other => (Vec::new(), Vec::new()),
    }
}
