//! The Fortran files of a run, ported together: what one of them declares decides how the others are ported.

use crate::generated::MARK;
use crate::incremental::hash;
use crate::plan::Engine;
use crate::scan::Entry;
use gpufort::{Generated, Source};
use hipify_diagnostics::Language;
use hipify_port::Stats;
use std::collections::{BTreeSet, HashMap};
use std::fs;

/// The folder of headers that kernels of ported files include.
const HEADERS: &str = "gpufort";
/// Interfaces of HIP for Fortran, as the project hipfort names them.
const INTERFACES: &str = "hipfort.f90";
/// What CUDA Fortran has and HIP has not, as a module of that name.
const SUPPORT: &str = "gpufort.f90";

/// What became of the Fortran files of a tree.
#[derive(Debug, Default)]
pub(crate) struct Fortran {
    /// By path in the tree.
    files: HashMap<String, File>,
    /// What is generated once for all of them.
    pub(crate) shared: Vec<Generated>,
    /// Names of HIP's libraries whose modules are used, as a linker's `-l` takes them.
    pub(crate) libraries: Vec<String>,
}

#[derive(Debug)]
struct File {
    /// Of the bytes that were ported.
    hash: u64,
    ported: gpufort::Ported,
}

impl Fortran {
    /// Reads and ports the Fortran files among `entries`. A file that cannot be read is left to those who read it again and
    /// report it.
    pub(crate) fn read(entries: &[Entry], engine: &Engine) -> Self {
        let is_fortran = |entry: &&Entry| entry.link_root.is_none() && Language::of(&entry.slashed()) == Language::Fortran;
        let read = |entry: &Entry| Some((entry.slashed(), fs::read(&entry.path).ok()?));
        let files: Vec<(String, Vec<u8>)> = entries.iter().filter(is_fortran).filter_map(read).collect();
        Self::port(&files, engine, false)
    }

    /// Ports `files`, given by path in the tree and bytes. With `whole`, interfaces are of all of HIP: those of one file's
    /// compile are then the same as those of any other's, which compilers check.
    pub(crate) fn port(files: &[(String, Vec<u8>)], engine: &Engine, whole: bool) -> Self {
        if !files.iter().any(|(_, bytes)| gpufort::has_cuda(bytes)) {
            return Self::default();
        }
        let sources: Vec<Source<'_>> = files.iter().map(|(path, bytes)| Source { path, bytes }).collect();
        let ported = gpufort::port(&sources, &engine.fortran);
        let names: BTreeSet<String> = ported.iter().flat_map(|file| file.hip_names.iter().cloned()).collect();
        let shared = shared(&names, &ported, engine, whole);
        let of =
            |((path, bytes), ported): (&(String, Vec<u8>), gpufort::Ported)| (path.clone(), File { hash: hash(bytes), ported });
        let libraries = names.iter().filter_map(|name| Some(name.strip_prefix("hipfort_")?.to_owned()));
        let libraries = libraries.filter(|name| name.starts_with("hip")).collect();
        Self { files: files.iter().zip(ported).map(of).collect(), shared, libraries }
    }

    /// What became of one file; a file that was not among those read, or has changed since, is ported by itself.
    pub(crate) fn ported(&self, path: &str, bytes: &[u8], engine: &Engine) -> hipify_port::Ported {
        let known = self.files.get(path).filter(|file| file.hash == hash(bytes));
        match known {
            Some(file) => converted(&file.ported),
            None if self.files.is_empty() && !gpufort::has_cuda(bytes) => hipify_port::Ported::default(),
            None => converted(&gpufort::port(&[Source { path, bytes }], &engine.fortran)[0]),
        }
    }

    /// What is generated beside the file at `path`.
    pub(crate) fn generated(&self, path: &str) -> &[Generated] {
        self.files.get(path).map_or(&[], |file| &file.ported.generated)
    }
}

/// Headers and modules, where something needs them, in the order in which they are compiled. They stand at the tree's root.
fn shared(names: &BTreeSet<String>, ported: &[gpufort::Ported], engine: &Engine, whole: bool) -> Vec<Generated> {
    let file = |path: &str, text: String| Generated { path: path.to_owned(), text };
    let mut shared = Vec::new();
    if ported.iter().flat_map(|file| &file.generated).any(|file| file.path.ends_with(".hip.cpp")) {
        let headers = hipify_headers::of_folder(HEADERS);
        shared.extend(headers.map(|(name, content)| file(name, format!("// {MARK}\n{}", String::from_utf8_lossy(content)))));
    }
    if !names.is_empty() && !engine.fortran.hipfort_installed {
        let text = if whole { gpufort::hipfort::all_modules() } else { gpufort::hipfort::modules(names) };
        shared.push(file(INTERFACES, text));
    }
    if names.contains("gpufort") {
        shared.push(file(SUPPORT, format!("! {MARK}\n{}", gpufort::support_module())));
    }
    shared
}

/// The same in the terms of the C++ engine.
fn converted(ported: &gpufort::Ported) -> hipify_port::Ported {
    let names = ported.converted.iter().map(|(name, count)| (name.clone().into(), *count)).collect();
    hipify_port::Ported {
        edits: ported.edits.clone(),
        diagnostics: ported.diagnostics.clone(),
        stats: Stats { converted: names, unconverted: ported.unconverted.clone(), launches: ported.launches },
        ..hipify_port::Ported::default()
    }
}
