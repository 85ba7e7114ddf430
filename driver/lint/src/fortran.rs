//! The Fortran files of a tree to what their port has to say: modules of one file decide what others mean, so that they are looked
//! at together, and of each only its diagnostics are kept.

use gpufort::Source;
use hipify_diagnostics::{Diagnostic, Language};
use hipify_engine::guard::guarded;
use hipify_engine::hash::hash;
use hipify_rules::Choice;
use hipify_tree::scan::FoundFile;
use std::collections::HashMap;
use std::fs;

/// What the port says of the Fortran files of a run.
#[derive(Debug, Default)]
pub(crate) struct Fortran {
    options: gpufort::Options,
    /// By path in the tree: what was read, hashed, and what was said of it.
    files: HashMap<String, (u64, Vec<Diagnostic>)>,
}

impl Fortran {
    /// Nothing is known of other files.
    pub(crate) fn alone(choice: Choice) -> Self {
        Self { options: gpufort::Options { choice, assume: true, ..gpufort::Options::default() }, files: HashMap::new() }
    }

    /// Reads the Fortran files among `entries`. One that cannot be read is left to those who read it again and report it.
    pub(crate) fn read(entries: &[FoundFile], choice: Choice) -> Self {
        let mut all = Self::alone(choice);
        let is_fortran = |entry: &&FoundFile| Language::of(&entry.slashed()) == Language::Fortran;
        let read = |entry: &FoundFile| Some((entry.slashed(), fs::read(&entry.path).ok()?));
        let files: Vec<(String, Vec<u8>)> = entries.iter().filter(is_fortran).filter_map(read).collect();
        if !files.iter().any(|(_, bytes)| gpufort::has_cuda(bytes)) {
            return all;
        }
        all.options.included = hipify_engine::fortran::included(entries, &files);
        let sources: Vec<Source<'_>> = files.iter().map(|(path, bytes)| Source { path, bytes }).collect();
        // Where the port of all fails, each file by itself shows which one it is.
        let ported = guarded(|| gpufort::port(&sources, &all.options)).unwrap_or_default();
        let of =
            |((path, bytes), ported): (&(String, Vec<u8>), gpufort::Ported)| (path.clone(), (hash(bytes), ported.diagnostics));
        all.files = files.iter().zip(ported).map(of).collect();
        all
    }

    /// What the port says of a file; one that is not known so is looked at by itself.
    pub(crate) fn diagnostics(&self, path: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        match self.files.get(path).filter(|(known, _)| *known == hash(bytes)) {
            Some((_, diagnostics)) => diagnostics.clone(),
            None if !gpufort::has_cuda(bytes) => Vec::new(),
            None => gpufort::port(&[Source { path, bytes }], &self.options).into_iter().flat_map(|one| one.diagnostics).collect(),
        }
    }
}
