//! What a port takes, source files and options, and what it gives for each file.

use crate::ast::{FixedForm, Form};
use crate::sema::DefaultKinds;
use hipify_diagnostics::{Diagnostic, Edit};
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
    /// `-UNAME`.
    pub undefines: Vec<String>,
    /// Nothing says what the files are compiled with: macros that no source defines and that switch CUDA Fortran on count as
    /// defined, and CUDA Fortran in branches that are left out all the same is reported.
    pub assume: bool,
    /// Files that `include` lines may name and that are none of the sources: path in the tree and bytes.
    pub included: Vec<(String, Vec<u8>)>,
    /// How lines are read; by the file's name where it is not given.
    pub form: Option<Form>,
    /// What fixed form is, in files that have it by their names.
    pub fixed: FixedForm,
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
